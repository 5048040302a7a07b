"""A sealed release for programs that speak the Model Context Protocol; nothing is written."""

import inspect
import types
from collections.abc import Callable
from functools import partial, wraps
from typing import Any, get_args

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ResourceError, ToolError
from mcp.server.mcpserver.resources import FunctionResource
from mcp.server.mcpserver.tools import Tool as ServedTool
from mcp.server.mcpserver.utilities.func_metadata import ArgModelBase, FuncMetadata
from mcp.types import Resource, ToolAnnotations

from packager.domain.answer import Tool
from packager.domain.errors import PackagerError
from packager.serve.loopback import LOOPBACK, address, listener, run
from packager.serve.offer import Offer
from packager.serve.shelf import Leaf

PATH = "/mcp"
READ_ONLY = ToolAnnotations(
    read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
)


class ReleaseServer(MCPServer[dict[str, Any]]):
    """Answers the tools of an offer and reads its files."""

    def __init__(self, offer: Offer) -> None:
        self._offer = offer
        leaves = offer.shelf.leaves()
        self._bytes = {offer.uri(leaf.path): leaf.bytes for leaf in leaves}
        super().__init__(
            name=offer.name,
            title=offer.title,
            version=offer.tool_version,
            instructions=instructions(offer),
            tools=[served_tool(tool) for tool in offer.tools],
            resources=[served_file(offer, leaf) for leaf in leaves],
            subscriptions=False,
            log_level="WARNING",
        )

    async def list_resources(self) -> list[Resource]:
        """Every file with its size; a notice on the release stands with each."""
        said = " ".join(notices(self._offer))
        return [
            one.model_copy(
                update={
                    "size": self._bytes[one.uri],
                    "description": " ".join(filter(None, (one.description, said))),
                }
            )
            for one in await super().list_resources()
        ]


def talk(offer: Offer) -> None:
    """Answer on standard input and output until the input ends, or nobody reads the output."""
    try:
        ReleaseServer(offer).run("stdio")
    except* BrokenPipeError:
        pass


def listen(offer: Offer, port: int, tell: Callable[[str], None]) -> None:
    """Answer HTTP on a port of this machine; requests of foreign origins are refused.

    Args:
        offer: what is served.
        port: 0 for one that is free.
        tell: is given the address before the first answer.

    Raises:
        ConfigError: the port cannot be taken.
        KeyboardInterrupt: a person stopped it.
    """
    taken = listener(port)
    tell(address(taken) + PATH.removeprefix("/"))
    app = ReleaseServer(offer).streamable_http_app(
        streamable_http_path=PATH, host=LOOPBACK, json_response=True, stateless_http=True
    )
    run(app, taken, lifespan="on")


def instructions(offer: Offer) -> str:
    """How to use the tools, and which release answers."""
    release = f"Release {offer.speaker.identity.version}, sealed; its bytes are proved."
    return "\n".join((offer.instructions.strip(), release, *notices(offer)))


def notices(offer: Offer) -> list[str]:
    """What was said of the release, a line each."""
    return [f"{one.kind.upper()}: {one.note}" for one in offer.speaker.notices()]


def served_file(offer: Offer, leaf: Leaf) -> FunctionResource:
    """A file of the release, read and proved when somebody asks for it."""
    return FunctionResource(
        uri=offer.uri(leaf.path),
        name=leaf.path,
        title=leaf.title,
        description=leaf.about,
        mime_type=leaf.media_type,
        fn=partial(read, offer, leaf),
    )


def read(offer: Offer, leaf: Leaf) -> str | bytes:
    """Text or bytes of a file."""
    try:
        content = offer.shelf.read(leaf.path)
    except PackagerError as error:
        raise ResourceError(str(error)) from error
    return content.decode() if leaf.is_text else content


def served_tool(tool: Tool) -> ServedTool:
    """A question with schemas of what it takes and gives; an argument nobody reads is refused."""
    served = ServedTool.from_function(
        told_by_kind(tool.answer),
        name=tool.name,
        title=tool.title,
        description=tool.description,
        annotations=READ_ONLY,
        structured_output=False,
    )
    asked = inspect.signature(tool.answer)
    strict: type[ArgModelBase] = types.new_class(
        tool.name, (served.fn_metadata.arg_model,), {"extra": "forbid"}
    )
    served.fn_metadata = FuncMetadata(arg_model=strict, output_model=asked.return_annotation)
    served.parameters = strict.model_json_schema()
    for name, parameter in asked.parameters.items():
        words = get_args(parameter.annotation)[1:]
        served.parameters["properties"][name]["description"] = " ".join(words)
    return served


def told_by_kind(answer: Callable[..., object]) -> Callable[..., object]:
    """The same function, its deliberate errors in the protocol's words: what, where, mend."""

    @wraps(answer)
    def asked(**given: object) -> object:
        try:
            return answer(**given)
        except PackagerError as error:
            raise ToolError(str(error)) from error

    return asked
