"""The Hub in miniature: what its own client and `datasets` need, on two ports as the real one."""

from collections.abc import Mapping
from pathlib import Path
from secrets import token_hex
from tempfile import TemporaryDirectory
from typing import Final, Self

from packager.rehearse.blobs import Blobs
from packager.rehearse.clock import Clock
from packager.rehearse.desk import Logged
from packager.rehearse.faults import FaultPlan
from packager.rehearse.host import Host, Manners, Route
from packager.rehearse.messages import Answer, Request
from packager.rehearse.repos import commits, content, lists, naming
from packager.rehearse.repos.objects import Objects
from packager.rehearse.repos.state import Account, HubOptions, HubState, refusal
from packager.rehearse.server import Server

ACCOUNTS: Final[Mapping[str, Account]] = {
    "hf_write": Account("alice", organisations=("acme", "leadgreen")),
    "hf_read": Account("alice", may_write=False, organisations=("acme", "leadgreen")),
    "hf_bob": Account("bob"),
}
REPO: Final = r"/api/(models|datasets|spaces)/([^/]+/[^/]+)"
OBJECT: Final = "((?:(?:datasets|spaces)/)?[^/]+/[^/]+)/([0-9a-f]{64})"
PLAIN: Final = r"/(?:(datasets|spaces)/)?([^/]+/[^/]+)"
ROUTES: Final = (
    Route("GET", "/api/whoami-v2", naming.whoami),
    Route("POST", "/api/repos/create", naming.create),
    Route("DELETE", "/api/repos/delete", naming.delete),
    Route("POST", "/api/validate-yaml", commits.validate_card),
    Route("POST", f"/api/complete-multipart/{OBJECT}", content.complete),
    Route("PUT", f"{REPO}/settings", naming.settings),
    Route("GET", f"{REPO}/auth-check(?:/(write))?", naming.auth_check),
    Route("GET", f"{REPO}/refs", naming.refs),
    Route("POST", f"{REPO}/branch/([^/]+)", naming.create_branch),
    Route("DELETE", f"{REPO}/branch/([^/]+)", naming.delete_branch),
    Route("POST", f"{REPO}/tag/([^/]+)", naming.create_tag),
    Route("DELETE", f"{REPO}/tag/([^/]+)", naming.delete_tag),
    Route("GET", f"{REPO}/tree/([^/]+)(?:/(.*))?", lists.tree),
    Route("POST", f"{REPO}/paths-info/([^/]+)", lists.paths_info),
    Route("GET", f"{REPO}/commits/([^/]+)", lists.commits),
    Route("POST", f"{REPO}/preupload/([^/]+)", commits.preupload),
    Route("POST", f"{REPO}/commit/([^/]+)", commits.commit),
    Route("GET", f"{REPO}(?:/revision/([^/]+))?", lists.info),
    Route("POST", rf"{PLAIN}\.git/info/lfs/objects/batch", content.batch),
    Route("POST", rf"{PLAIN}\.git/info/lfs/objects/verify", content.verify),
    Route("GET", f"{PLAIN}/resolve/([^/]+)/(.+)", content.resolve),
    Route("GET", PLAIN, content.page),
)
STORAGE: Final = (
    Route("GET", f"/cdn/{OBJECT}", content.stored),
    Route("PUT", f"/lfs/{OBJECT}", content.receive, stores=True),
)


MALFORMED: Final = refusal(400, "Malformed request").answer


class HubServer:
    """The Hub and its storage, each on a port of its own, following one plan of faults.

    Args:
        plan: faults to come.
        options: accounts and limits; tokens hf_write, hf_read and hf_bob by default.
        port: 0 for any free one.
        folder: where bytes are kept; a temporary one by default.
    """

    def __init__(
        self,
        *,
        plan: FaultPlan | None = None,
        options: HubOptions | None = None,
        port: int = 0,
        folder: Path | None = None,
    ) -> None:
        self._temporary = None if folder else TemporaryDirectory(prefix="rehearsal-hub-")
        place = folder or Path(self._temporary.name if self._temporary else "")
        place.mkdir(parents=True, exist_ok=True)
        blobs, self.plan = Blobs(place), plan if plan is not None else FaultPlan()
        self.state = HubState(options or HubOptions(ACCOUNTS), Objects(blobs), Clock())
        manners = Manners(_greet, _dress, _no_route, _no_route, commits.interfere, MALFORMED)
        storage = Manners(_greet, _dress, _no_route, _no_route, _nothing, MALFORMED)
        self.hub = Server(Host(self.state, ROUTES, manners, blobs), plan=self.plan, port=port)
        self.storage = Server(Host(self.state, STORAGE, storage, blobs), plan=self.plan)
        self.url = self.state.url = self.hub.url
        self.cdn_url = self.state.cdn_url = self.storage.url

    @property
    def log(self) -> list[Logged]:
        """The requests to the Hub itself; those to its storage are in `storage.log`."""
        return self.hub.log

    def damage(self, repo_id: str, path: str, revision: str = "main") -> None:
        """Flip one bit of a stored file; its ids stay as told."""
        repo = self.state.repos["dataset", repo_id.lower()]
        oid = self.state.commit(repo, revision).files[path]
        self.state.objects.blobs.damage(self.state.objects.content[oid].blob)

    def wait_until_open(self, seconds: float = 10.0) -> bool:
        return self.hub.wait_until_open(seconds) and self.storage.wait_until_open(seconds)

    def start(self) -> Self:
        self.hub.start()
        self.storage.start()
        return self

    def stop(self) -> None:
        self.hub.stop()
        self.storage.stop()
        if self._temporary:
            self._temporary.cleanup()

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()


def _greet(_: HubState, __: Request) -> None:
    pass


def _dress(_: Request, answer: Answer) -> Answer:
    headers = {"X-Request-Id": token_hex(8), **answer.headers}
    return Answer(answer.status, answer.body, headers, answer.takes_ranges)


def _no_route(request: Request) -> Answer:
    return refusal(404, f"Not found: {request.method} {request.path}").answer


def _nothing(_: HubState, __: Request) -> None:
    pass
