"""Every verb: what it is called, what it does, where it lives, what it takes.

Nothing heavy is imported here: the module of a verb is loaded when the verb is called.
"""

import argparse
from collections.abc import Callable
from dataclasses import dataclass

from packager.cli.reader_words import (
    mcp_arguments,
    mirror_arguments,
    pages_arguments,
    restore_arguments,
    serve_arguments,
    watch_arguments,
)
from packager.cli.words import (
    abandon_arguments,
    announce_arguments,
    build_arguments,
    check_arguments,
    cite_arguments,
    cut_arguments,
    diff_arguments,
    import_arguments,
    ledger_arguments,
    notice_arguments,
    publish_arguments,
    rebuild_arguments,
    rehearse_arguments,
    release_arguments,
    reserve_arguments,
    source_arguments,
    status_arguments,
    supersede_arguments,
    verify_arguments,
)

Arguments = Callable[[argparse.ArgumentParser], None]


@dataclass(frozen=True, slots=True)
class Verb:
    """One command.

    Attributes:
        name: as typed.
        summary: one line for the list.
        example: a call that works, and what it does.
        call: "module:function", loaded when called.
        arguments: adds what it takes to its parser.
    """

    name: str
    summary: str
    example: str
    call: str
    arguments: Arguments


VERBS = (
    Verb(
        "import",
        "read a publisher's file into a pinned source table",
        "packager import ember yearly.csv --vintage 2026-10 --about ember.toml",
        "packager.cli.importing:import_command",
        import_arguments,
    ),
    Verb(
        "build",
        "make the tree of a version from the pinned sources",
        "packager build 2026-11-30 --source ember=2026-01 --out preview",
        "packager.cli.building:build_command",
        build_arguments,
    ),
    Verb(
        "check",
        "judge a tree, an archive or the ledger",
        "packager check dist/2026-11-30",
        "packager.cli.checking:check_command",
        check_arguments,
    ),
    Verb(
        "diff",
        "compare two releases, or two vintages of a source, row by row",
        "packager diff 2026-11-30 current",
        "packager.cli.diffing:diff_command",
        diff_arguments,
    ),
    Verb(
        "cite",
        "print how to cite a sealed version",
        "packager cite 2026-11-30 --format apa",
        "packager.cli.citing:cite_command",
        cite_arguments,
    ),
    Verb(
        "reserve",
        "name a version and reserve its DOI, before a byte of it is written",
        "packager reserve 2026-12-31",
        "packager.cli.reserving:reserve_command",
        reserve_arguments,
    ),
    Verb(
        "abandon",
        "give a reserved version up; its name is not used again",
        "packager abandon 2026-12-31 --note 'The source was withdrawn.'",
        "packager.cli.reserving:abandon_command",
        abandon_arguments,
    ),
    Verb(
        "draft",
        "write down what differs from the newest release, for you to say why",
        "packager draft --source ember=2026-04",
        "packager.cli.drafting:draft_command",
        source_arguments,
    ),
    Verb(
        "cut",
        "build, judge and seal a version; afterwards nothing in it changes",
        "packager cut 2026-11-30",
        "packager.cli.sealing:cut_command",
        cut_arguments,
    ),
    Verb(
        "rebuild",
        "build a sealed version again and prove it equal",
        "packager rebuild 2026-11-30 --compare",
        "packager.cli.sealing:rebuild_command",
        rebuild_arguments,
    ),
    Verb(
        "publish",
        "carry a sealed version to its places, exactly once",
        "packager publish 2026-12-31 --to zenodo --to huggingface --dry-run",
        "packager.cli.carrying:publish_command",
        publish_arguments,
    ),
    Verb(
        "verify",
        "read back what the public gets of a version, and compare it with the seal",
        "packager verify 2026-12-31 --deep",
        "packager.cli.verifying:verify_command",
        verify_arguments,
    ),
    Verb(
        "status",
        "every release on every host, one line each",
        "packager status",
        "packager.cli.verifying:status_command",
        status_arguments,
    ),
    Verb(
        "watch",
        "look whether every published release is still what was published",
        "packager watch --markdown report.md",
        "packager.cli.watching:watch_command",
        watch_arguments,
    ),
    Verb(
        "mirror",
        "copy releases into a folder or to an address, each proved before it is kept",
        "packager mirror --all /srv/mirror --from huggingface",
        "packager.cli.copying:mirror_command",
        mirror_arguments,
    ),
    Verb(
        "restore",
        "bring a release back from one host alone: tree, archive, and what was sealed with it",
        "packager restore 2026-12-31 --from zenodo --from huggingface",
        "packager.cli.copying:restore_command",
        restore_arguments,
    ),
    Verb(
        "erratum",
        "say what is wrong in a sealed version; none of its bytes changes",
        "packager erratum 2026-11-30 --note 'The areas of 2023 are those of 2022.'",
        "packager.cli.noticing:erratum_command",
        notice_arguments,
    ),
    Verb(
        "withdraw",
        "say that a sealed version should not be used any more",
        "packager withdraw 2026-11-30 --note 'A source took its data back.'",
        "packager.cli.noticing:withdraw_command",
        notice_arguments,
    ),
    Verb(
        "supersede",
        "say which version to use instead of a sealed one",
        "packager supersede 2026-11-30 --by 2026-12-31 --note 'It has all areas.'",
        "packager.cli.noticing:supersede_command",
        supersede_arguments,
    ),
    Verb(
        "announce",
        "let records and the card on main say what was said of releases since",
        "packager announce --dry-run",
        "packager.cli.announcing:announce_command",
        announce_arguments,
    ),
    Verb(
        "mcp",
        "let programs ask a sealed release, by the Model Context Protocol",
        "packager mcp 2026-11-30 --http --port 8001",
        "packager.cli.talking:mcp_command",
        mcp_arguments,
    ),
    Verb(
        "pages",
        "write the site of a sealed version: pages, API, what robots read",
        "packager pages 2026-12-01 --out preview",
        "packager.cli.paging:pages_command",
        pages_arguments,
    ),
    Verb(
        "rehearse",
        "play a whole publication against bundled hosts, with a fault if you like",
        "packager rehearse 2026-12-31 --fault publish:504-after",
        "packager.cli.rehearsing:rehearse_command",
        rehearse_arguments,
    ),
    Verb(
        "serve",
        "show the site and its API to this machine alone",
        "packager serve --port 8000",
        "packager.cli.serving:serve_command",
        serve_arguments,
    ),
    Verb(
        "release",
        "the whole road: build, prove, carry to a directory, load back, show",
        "packager release --version 2026-12-01 --source ember=2026-04",
        "packager.cli.releasing:release_command",
        release_arguments,
    ),
    Verb(
        "ledger",
        "show, verify or relay the memory of releases",
        "packager ledger verify",
        "packager.cli.sealing:ledger_command",
        ledger_arguments,
    ),
)
