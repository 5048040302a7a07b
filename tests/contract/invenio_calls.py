"""The calls of a publication, its surprises and refusals, on an InvenioRDM set as Zenodo is."""

from copy import deepcopy
from typing import Any
from urllib.parse import quote

from tests.contract.wire import Got, Script

OCTETS = {"Content-Type": "application/octet-stream"}
INVENIO = "application/vnd.inveniordm.v1+json"
ACCEPT = {"Accept": f"{INVENIO}, application/json;q=0.9, */*;q=0.5"}
COMPARED = ("ETag", "Retry-After", "Location", "Content-Type")
RECORD: dict[str, Any] = {
    "access": {"record": "public", "files": "public"},
    "files": {"enabled": True},
    "metadata": {
        "title": "Conformance data set",
        "resource_type": {"id": "dataset"},
        "publication_date": "2026-01-31",
        "publisher": "Zenodo",
        "version": "1.0.0",
        "description": "<p>Made by a test.</p>",
        "creators": [
            {
                "person_or_org": {
                    "type": "personal",
                    "given_name": "Ada",
                    "family_name": "Lovelace",
                    "identifiers": [{"scheme": "orcid", "identifier": "0000-0002-1825-0097"}],
                },
                "affiliations": [{"name": "Lab"}],
            },
            {"person_or_org": {"type": "organizational", "name": "A Group"}},
        ],
        "rights": [{"id": "cc-by-4.0"}],
        "subjects": [{"subject": "energy"}],
        "languages": [{"id": "eng"}],
        "dates": [{"date": "2026-01-30", "type": {"id": "collected"}, "description": "a day"}],
        "additional_descriptions": [{"description": "A note.", "type": {"id": "other"}}],
        "related_identifiers": [
            {
                "identifier": "https://example.org/code",
                "scheme": "url",
                "relation_type": {"id": "issupplementto"},
            }
        ],
    },
}


class Publication:
    """A script in several acts; each leaves ids for the next."""

    def __init__(self, script: Script) -> None:
        self._script = script
        self.call = script.call

    def play(self) -> None:
        self.metadata()
        self.files()
        record = self.publication()
        newest = self.next_version(record)
        self.reading(record, newest)
        self.editing(newest)
        self.refusals(newest)
        self.names()
        self.other_files(newest)
        self.taking_back(record)

    def _ours(self, label: str, method: str, path: str, **rest: Any) -> Got:
        rest["headers"] = {**ACCEPT, **rest.get("headers", {})}
        return self.call(label, method, path, **rest)

    def _draft(self, label: str = "", **changes: object) -> str:
        body = deepcopy(RECORD)
        body["metadata"] |= changes
        return str(self._ours(label, "POST", "/api/records", json_body=body).at("id"))

    def _drop(self, record: str) -> None:
        self._ours("", "DELETE", f"/api/records/{record}/draft")

    def _file(self, record: str, key: str, content: bytes, label: str = "") -> None:
        at = f"/api/records/{record}/draft/files"
        start, send, finish = (label and f"{label}: {what}" for what in ("start", "send", "finish"))
        self._ours(start, "POST", at, json_body=[{"key": key}])
        self._ours(send, "PUT", f"{at}/{key}/content", data=content, headers=OCTETS)
        self._ours(finish, "POST", f"{at}/{key}/commit")

    def metadata(self) -> None:
        ours = self._ours
        record = self._draft("create")
        at = f"/api/records/{record}/draft"
        ours("read the draft", "GET", at)
        ours("read the draft, default type", "GET", at, headers={"Accept": "application/json"})
        bad = deepcopy(RECORD)
        bad["metadata"].update(publication_date="yesterday", version="v" * 300, title="ab")
        ours("bad values are dropped", "PUT", at, json_body=bad)
        bad = deepcopy(RECORD)
        bad["metadata"]["unheard_of"] = 1
        bad["custom_fields"] = {"x:y": 1}
        bad["unknown"] = True
        ours("unknown keys", "PUT", at, json_body=bad)
        bad = deepcopy(RECORD)
        bad["metadata"]["related_identifiers"][0].update(identifier="nonsense", scheme="doi")
        ours("a bad item is kept", "PUT", at, json_body=bad)
        bad = deepcopy(RECORD)
        bad["metadata"]["creators"] = [{"person_or_org": {"type": "personal", "given_name": "A"}}]
        ours("a creator without family name", "PUT", at, json_body=bad)
        ours("no metadata at all", "PUT", at, json_body={})
        for field, value in (
            ("rights", [{"id": "cc0-99"}]),
            ("languages", [{"id": "en"}]),
            ("resource_type", {"id": "set"}),
        ):
            bad = deepcopy(RECORD)
            bad["metadata"][field] = value
            ours(f"unknown {field}", "PUT", at, json_body=bad)
        etag = ours("as it was", "PUT", at, json_body=RECORD).headers["ETag"].strip('"')
        ours("If-Match, stale", "PUT", at, json_body=RECORD, headers={"If-Match": "1"})
        quoted = {"If-Match": f'"{etag}"'}
        ours("If-Match, quoted", "PUT", at, json_body=RECORD, headers=quoted)
        ours("If-Match", "PUT", at, json_body=RECORD, headers={"If-Match": etag})
        broken = {"Content-Type": "application/json"}
        ours("broken JSON", "PUT", at, data=b"{", headers=broken)
        ours("reserve", "POST", f"{at}/pids/doi")
        ours("reserve again", "POST", f"{at}/pids/doi")
        ours("the DOI stays", "PUT", at, json_body=RECORD)
        ours("the DOI goes", "PUT", at, json_body={**RECORD, "pids": {}})
        ours("", "POST", f"{at}/pids/doi")
        ours("release the DOI", "DELETE", f"{at}/pids/doi")
        ours("release it again", "DELETE", f"{at}/pids/doi")
        ours(
            "own drafts",
            "GET",
            f"/api/user/records?q=id:{record}&allversions=true&size=1&sort=newest",
        )
        ours("publish without files", "POST", f"{at}/actions/publish")
        ours("discard", "DELETE", at)
        ours("read what was discarded", "GET", at)
        ours("discard again", "DELETE", at)

    def files(self) -> None:
        ours, record = self._ours, self._draft()
        at = f"/api/records/{record}/draft/files"
        ours("no files", "GET", at)
        ours("start two", "POST", at, json_body=[{"key": "a.csv"}, {"key": "dir/b.csv"}])
        ours("start one again", "POST", at, json_body=[{"key": "c.csv"}, {"key": "a.csv"}])
        ours("one pending file", "GET", f"{at}/a.csv")
        ours("finish too early", "POST", f"{at}/a.csv/commit")
        ours("read too early", "GET", f"{at}/a.csv/content")
        ours(
            "another type", "PUT", f"{at}/a.csv/content", data=b"x", headers={"Content-Type": "a/b"}
        )
        ours("unknown key", "PUT", f"{at}/zzz/content", data=b"x", headers=OCTETS)
        ours("unknown key, read", "GET", f"{at}/zzz")
        ours("unknown key, finish", "POST", f"{at}/zzz/commit")
        ours("unknown key, delete", "DELETE", f"{at}/zzz")
        ours("send", "PUT", f"{at}/a.csv/content", data=b"one", headers=OCTETS)
        ours("send over", "PUT", f"{at}/a.csv/content", data=b"two", headers=OCTETS)
        ours("publish while pending", "POST", f"/api/records/{record}/draft/actions/publish")
        ours("finish", "POST", f"{at}/a.csv/commit")
        ours("finish again", "POST", f"{at}/a.csv/commit")
        ours("one finished file", "GET", f"{at}/a.csv")
        got = ours("its bytes", "GET", f"{at}/a.csv/content")
        assert got.content == b"two"
        ours("the draft with files", "GET", f"/api/records/{record}/draft")
        ours("both files", "GET", at)
        ours("send to a finished file", "PUT", f"{at}/a.csv/content", data=b"3", headers=OCTETS)
        ours("which is gone", "GET", f"{at}/a.csv")
        ours("delete one", "DELETE", f"{at}/dir/b.csv")
        ours("start an empty one", "POST", at, json_body=[{"key": "empty"}])
        ours("send nothing", "PUT", f"{at}/empty/content", data=b"", headers=OCTETS)
        ours("finish the empty one", "POST", f"{at}/empty/commit")
        ours("delete all", "DELETE", at)
        ours("none left", "GET", at)
        too_many = [{"key": f"f{number}"} for number in range(101)]
        ours("too many", "POST", at, json_body=too_many)
        wrong = "0" * 32
        declared = [{"key": "d.csv", "size": 9, "checksum": f"md5:{wrong}"}]
        ours("start with size and checksum", "POST", at, json_body=declared)
        ours("", "PUT", f"{at}/d.csv/content", data=b"abc", headers=OCTETS)
        got = ours("they are not compared", "POST", f"{at}/d.csv/commit")
        assert got.at("checksum") == "md5:900150983cd24fb0d6963f7d28e17f72"
        ours("a name too long, start", "POST", at, json_body=[{"key": "n" * 256}])
        ours("a name too long", "PUT", f"{at}/{'n' * 256}/content", data=b"x", headers=OCTETS)
        ours("", "DELETE", at)
        ours("a name outside", "POST", at, json_body=[{"key": "../x"}])
        self._drop(record)

    def publication(self) -> str:
        ours, record = self._ours, self._draft()
        at = f"/api/records/{record}"
        ours("a draft is no record", "GET", at)
        ours("a draft has no versions", "GET", f"{at}/versions")
        ours("", "POST", f"{at}/draft/pids/doi")
        self._file(record, "data.csv", b"a,b\n1,2\n", "data")
        self._file(record, "README.md", b"# hello\n")
        preview = {**RECORD, "files": {"enabled": True, "default_preview": "README.md"}}
        ours("choose a preview", "PUT", f"{at}/draft", json_body=preview)
        ours("publish", "POST", f"{at}/draft/actions/publish")
        ours("publish again", "POST", f"{at}/draft/actions/publish")
        ours("the draft is gone", "GET", f"{at}/draft")
        return record

    def next_version(self, record: str) -> str:
        ours = self._ours
        got = ours("next version", "POST", f"/api/records/{record}/versions")
        newest = str(got.at("id"))
        again = ours("next version again", "POST", f"/api/records/{record}/versions")
        assert again.at("id") == newest
        at = f"/api/records/{newest}/draft"
        ours("it has no files", "GET", f"{at}/files")
        ours("take the old files", "POST", f"{at}/actions/files-import")
        ours("take them again", "POST", f"{at}/actions/files-import")
        ours("delete one of them", "DELETE", f"{at}/files/data.csv")
        self._file(newest, "data.csv", b"a,b\n1,3\n")
        second = deepcopy(RECORD)
        second["metadata"].update(version="2.0.0", publication_date="2026-02-28")
        ours("say what is new", "PUT", at, json_body=second)
        ours("reserve for the next", "POST", f"{at}/pids/doi")
        ours("publish the next", "POST", f"{at}/actions/publish")
        return newest

    def reading(self, record: str, newest: str) -> None:
        ours = self._ours
        at = f"/api/records/{record}"
        got = ours("a record, by anybody", "GET", f"/api/records/{newest}", by="nobody")
        ours("a record, default type", "GET", at, headers={"Accept": "application/json"})
        parent = got.at("parent", "id")
        ours("its versions", "GET", f"{at}/versions", by="nobody")
        ours("the latest", "GET", f"{at}/versions/latest", by="nobody")
        ours("the concept", "GET", f"/api/records/{parent}", by="nobody")
        ours("versions of the concept", "GET", f"/api/records/{parent}/versions", by="nobody")
        ours("its files", "GET", f"{at}/files", by="nobody")
        ours("one of its files", "GET", f"{at}/files/data.csv", by="nobody")
        ours("bytes of it", "GET", f"{at}/files/data.csv/content", by="nobody")
        part = {"Range": "bytes=0-1"}
        ours("a range is ignored", "GET", f"{at}/files/data.csv/content", headers=part)
        ours("a file it has not", "GET", f"{at}/files/zzz", by="nobody")
        ours("bytes it has not", "GET", f"{at}/files/zzz/content", by="nobody")
        only = {"Accept": INVENIO}
        ours("files, one type only", "GET", f"{at}/files", headers=only)
        ours("bytes, one type only", "GET", f"{at}/files/data.csv/content", headers=only)
        ours("a record, one type only", "GET", at, headers=only)
        ours("a type nobody speaks", "GET", at, headers={"Accept": "text/x-none"})
        query = f"/api/records?q=parent.id:{parent}&allversions=true"
        ours("search", "GET", query, by="nobody")
        for which in ("licenses", "resourcetypes", "relationtypes", "languages"):
            ours(f"the vocabulary {which}", "GET", f"/api/vocabularies/{which}?size=1")
        ours("one licence", "GET", "/api/vocabularies/licenses/cc-by-4.0")
        ours("no such licence", "GET", "/api/vocabularies/licenses/cc0-99")
        ours("no such vocabulary", "GET", "/api/vocabularies/none")

    def editing(self, record: str) -> None:
        ours, at = self._ours, f"/api/records/{record}"
        ours("no draft to save", "PUT", f"{at}/draft", json_body=RECORD)
        ours("edit", "POST", f"{at}/draft")
        ours("edit again", "POST", f"{at}/draft")
        ours(
            "send to a published file",
            "PUT",
            f"{at}/draft/files/data.csv/content",
            data=b"x",
            headers=OCTETS,
        )
        ours("delete a published file", "DELETE", f"{at}/draft/files/data.csv")
        ours("release a published DOI", "DELETE", f"{at}/draft/pids/doi")
        renamed = deepcopy(RECORD)
        renamed["metadata"]["title"] = "Conformance data set, renamed"
        ours("save an edit", "PUT", f"{at}/draft", json_body=renamed)
        ours("publish an edit", "POST", f"{at}/draft/actions/publish")
        ours("", "POST", f"{at}/draft")
        ours("discard an edit", "DELETE", f"{at}/draft")
        ours("start without a draft", "POST", f"{at}/draft/files", json_body=[{"key": "late"}])

    def refusals(self, published: str) -> None:
        ours, record = self._ours, self._draft()
        at = f"/api/records/{record}"
        for who in ("nobody", "wrong", "other"):
            ours(f"{who} reads a draft", "GET", f"{at}/draft", by=who)
            ours(f"{who} saves a draft", "PUT", f"{at}/draft", by=who, json_body=RECORD)
            ours(f"{who} publishes", "POST", f"{at}/draft/actions/publish", by=who)
            ours(f"{who} opens a version", "POST", f"/api/records/{published}/versions", by=who)
        ours("nobody creates", "POST", "/api/records", by="nobody", json_body=RECORD)
        ours("nobody lists", "GET", "/api/user/records", by="nobody")
        ours("an id nobody has", "GET", "/api/records/99999999")
        ours("a draft nobody has", "GET", "/api/records/99999999/draft")
        ours("a path nobody has", "GET", "/api/nothing")
        ours("a method nobody has", "DELETE", "/api/records")
        bad = deepcopy(RECORD)
        bad["metadata"] = {"creators": RECORD["metadata"]["creators"]}
        ours("", "PUT", f"{at}/draft", json_body=bad)
        self._file(record, "a", b"x")
        ours("publish without metadata", "POST", f"{at}/draft/actions/publish")
        bad = deepcopy(RECORD)
        del bad["metadata"]["publisher"]
        ours("", "PUT", f"{at}/draft", json_body=bad)
        ours("publish without publisher", "POST", f"{at}/draft/actions/publish")
        bad = deepcopy(RECORD)
        bad["metadata"]["related_identifiers"][0].update(identifier="nonsense", scheme="doi")
        ours("", "PUT", f"{at}/draft", json_body=bad)
        ours("publish with a bad item", "POST", f"{at}/draft/actions/publish")
        self._drop(record)

    def names(self) -> None:
        """Keys of files that need escaping, a made-up DOI, values of the wrong type, searches."""
        ours, record = self._ours, self._draft()
        at = f"/api/records/{record}/draft"
        keys = ["a b", "\u00fc", "x?y", "back\\slash", "100%"]
        ours("odd names", "POST", f"{at}/files", json_body=[{"key": key} for key in keys])
        for key in keys:
            place = f"{at}/files/{quote(key)}"
            ours(f"send {key}", "PUT", f"{place}/content", data=b"x", headers=OCTETS)
            ours(f"finish {key}", "POST", f"{place}/commit")
        ours("no list of files", "POST", f"{at}/files", json_body={"key": "a"})
        bad = deepcopy(RECORD)
        bad["metadata"].update(title=5, languages="eng", publisher=5)
        ours("wrong types", "PUT", at, json_body=bad)
        bad = deepcopy(RECORD)
        bad["metadata"].update(
            rights=[{"id": "cc-by-4.0", "icon": "x"}, {"link": "nope"}],
            subjects=[{}],
            dates=[{"date": "x"}],
            additional_descriptions=[{"description": "x", "type": {"id": "other"}}],
            related_identifiers=[{"identifier": "zzz"}, {"identifier": "10.1234/x"}],
            contributors=[{"person_or_org": {"type": "organizational", "name": "Z"}}],
            references=[{}],
            publication_date="2026-13-01",
        )
        ours("bad items", "PUT", at, json_body=bad)
        nonce = deepcopy(RECORD)
        nonce["metadata"]["description"] = f"<p>nonce{record}x</p>"
        ours("a nonce", "PUT", at, json_body=nonce)
        for_it = f"/api/user/records?q=nonce{record}x&allversions=true"
        got = ours("search for the nonce", "GET", for_it)
        assert got.at("hits", "hits", 0, "id") == record
        nothing = f"/api/user/records?q=nonce{record}y&allversions=true"
        ours("search for nothing", "GET", nothing)
        self._drop(record)

    def other_files(self, record: str) -> None:
        """Files of a published record: new ones stay out, until its owner unlocks them."""
        ours, at = self._ours, f"/api/records/{record}/draft"
        ours("", "POST", at)
        ours("start in an edit", "POST", f"{at}/files", json_body=[{"key": "new"}])
        place = f"{at}/files/new"
        ours("send in an edit", "PUT", f"{place}/content", data=b"x", headers=OCTETS)
        ours("publish an edit with it", "POST", f"{at}/actions/publish")
        ours("delete it in an edit", "DELETE", place)
        unlock = f"/api/records/{record}/file-modification"
        ours("unlock without a body", "POST", unlock)
        ours("unlock", "POST", unlock, json_body={})
        ours("delete an old one", "DELETE", f"{at}/files/data.csv")
        self._file(record, "data.csv", b"a,b\n1,4\n")
        ours("publish other files", "POST", f"{at}/actions/publish")
        got = ours("other bytes", "GET", f"/api/records/{record}/files/data.csv/content")
        assert got.content == b"a,b\n1,4\n"
        ours("unlock without a draft", "POST", unlock, json_body={})

    def taking_back(self, record: str) -> None:
        ours, at = self._ours, f"/api/records/{record}"
        reason = {"reason": "test-record"}
        ours("take back, by other", "POST", f"{at}/request-deletion", by="other", json_body=reason)
        ours("take back", "POST", f"{at}/request-deletion", json_body=reason)
        ours("what was taken back", "GET", at)
        ours("its files are gone", "GET", f"{at}/files")
        ours("its bytes are gone", "GET", f"{at}/files/data.csv/content", by="nobody")
        ours("the versions left", "GET", f"{at}/versions")
        ours("the latest left", "GET", f"{at}/versions/latest")
