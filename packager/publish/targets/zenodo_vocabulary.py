"""Ids that an InvenioRDM knows, as Zenodo has them: a wrong one is refused before it is sent."""

import difflib
from collections.abc import Iterator, Mapping

from packager.domain.errors import ConfigError, listed


def pairs(text: str) -> dict[str, str]:
    """A table from "name:id name:id"."""
    return dict(pair.split(":") for pair in text.split())


RESOURCE_TYPES = """
    audio dataset event image image-diagram image-drawing image-figure image-other image-photo
    image-plot instrument lesson model other physicalobject poster presentation project
    publication publication-annotationcollection publication-article publication-book
    publication-conferencepaper publication-conferenceproceeding
    publication-datamanagementplan publication-datapaper publication-deliverable
    publication-dissertation publication-journal publication-milestone publication-other
    publication-patent publication-peerreview publication-preprint publication-proposal
    publication-report publication-section publication-softwaredocumentation
    publication-standard publication-studyregistration publication-taxonomictreatment
    publication-technicalnote publication-workingpaper software software-computationalnotebook
    video workflow
"""
RELATION_TYPES = """
    cites collects compiles continues describes documents hasmetadata haspart hastranslation
    hasversion iscitedby iscollectedby iscompiledby iscontinuedby isderivedfrom isdescribedby
    isdocumentedby isidenticalto ismetadatafor isnewversionof isobsoletedby isoriginalformof
    ispartof ispreviousversionof ispublishedin isreferencedby isrequiredby isreviewedby
    issourceof issupplementedby issupplementto istranslationof isvariantformof isversionof
    obsoletes other references requires reviews
"""
DATE_TYPES = """
    accepted available collected copyrighted coverage created issued other submitted updated
    valid withdrawn
"""
DESCRIPTION_TYPES = """
    abstract methods notes other series-information table-of-contents technical-info
"""
TITLE_TYPES = """
    alternative-title other subtitle translated-title
"""
ROLES = """
    contactperson datacollector datacurator datamanager distributor editor hostinginstitution
    other producer projectleader projectmanager projectmember registrationagency
    registrationauthority relatedperson researcher researchgroup rightsholder sponsor
    supervisor translator workpackageleader
"""
LICENSES = """
    0bsd aal abstyles adobe-2006 adobe-glyph adsl afl-1.1 afl-1.2 afl-2.0 afl-2.1 afl-3.0
    afmparse agpl-1.0-only agpl-1.0-or-later agpl-3.0-only agpl-3.0-or-later aladdin amdplpa
    aml ampas antlr-pd antlr-pd-fallback apache-1.0 apache-1.1 apache-2.0 apafml apl-1.0
    apsl-1.0 apsl-1.1 apsl-1.2 apsl-2.0 artistic-1.0 artistic-1.0-cl8 artistic-1.0-perl
    artistic-2.0 bahyph barr beerware bittorrent-1.0 bittorrent-1.1 blessing blueoak-1.0.0
    borceux bsd-1-clause bsd-2-clause bsd-2-clause-patent bsd-2-clause-views bsd-3-clause
    bsd-3-clause-attribution bsd-3-clause-clear bsd-3-clause-lbnl
    bsd-3-clause-no-nuclear-license bsd-3-clause-no-nuclear-license-2014
    bsd-3-clause-no-nuclear-warranty bsd-3-clause-open-mpi bsd-4-clause bsd-4-clause-uc
    bsd-protection bsd-source-code bsl-1.0 busl-1.1 bzip2-1.0.5 bzip2-1.0.6 cal-1.0
    cal-1.0-combined-work-exception caldera catosl-1.1 cc-by-1.0 cc-by-2.0 cc-by-2.5 cc-by-3.0
    cc-by-3.0-at cc-by-3.0-us cc-by-4.0 cc-by-nc-1.0 cc-by-nc-2.0 cc-by-nc-2.5 cc-by-nc-3.0
    cc-by-nc-4.0 cc-by-nc-nd-1.0 cc-by-nc-nd-2.0 cc-by-nc-nd-2.5 cc-by-nc-nd-3.0
    cc-by-nc-nd-3.0-igo cc-by-nc-nd-4.0 cc-by-nc-sa-1.0 cc-by-nc-sa-2.0 cc-by-nc-sa-2.5
    cc-by-nc-sa-3.0 cc-by-nc-sa-4.0 cc-by-nd-1.0 cc-by-nd-2.0 cc-by-nd-2.5 cc-by-nd-3.0
    cc-by-nd-4.0 cc-by-sa-1.0 cc-by-sa-2.0 cc-by-sa-2.0-uk cc-by-sa-2.5 cc-by-sa-3.0
    cc-by-sa-3.0-at cc-by-sa-4.0 cc-pddc cc-pdm-1.0 cc0-1.0 cddl-1.0 cddl-1.1
    cdla-permissive-1.0 cdla-sharing-1.0 cecill-1.0 cecill-1.1 cecill-2.0 cecill-2.1 cecill-b
    cecill-c cern-ohl-1.1 cern-ohl-1.2 cern-ohl-p-2.0 cern-ohl-s-2.0 cern-ohl-w-2.0 clartistic
    cnri-jython cnri-python cnri-python-gpl-compatible condor-1.1 copyleft-next-0.3.0
    copyleft-next-0.3.1 cpal-1.0 cpl-1.0 cpol-1.02 crossword crystalstacker cua-opl-1.0 cube
    curl d-fsl-1.0 diffmark doc dotseqn dsdp dvipdfm ecl-1.0 ecl-2.0 efl-1.0 efl-2.0 egenix
    entessa epics epl-1.0 epl-2.0 erlpl-1.1 etalab-2.0 eudatagrid eupl-1.0 eupl-1.1 eupl-1.2
    eurosym fair frameworx-1.0 freeimage fsfap fsful fsfullr ftl gfdl-1.1-invariants-only
    gfdl-1.1-invariants-or-later gfdl-1.1-no-invariants-only gfdl-1.1-no-invariants-or-later
    gfdl-1.1-only gfdl-1.1-or-later gfdl-1.2-invariants-only gfdl-1.2-invariants-or-later
    gfdl-1.2-no-invariants-only gfdl-1.2-no-invariants-or-later gfdl-1.2-only
    gfdl-1.2-or-later gfdl-1.3-invariants-only gfdl-1.3-invariants-or-later
    gfdl-1.3-no-invariants-only gfdl-1.3-no-invariants-or-later gfdl-1.3-only
    gfdl-1.3-or-later giftware gl2ps glide glulxe glwtpl gnuplot gpl-1.0-only gpl-1.0-or-later
    gpl-2.0-only gpl-2.0-or-later gpl-3.0-only gpl-3.0-or-later gsoap-1.3b haskellreport
    hippocratic-2.1 hpnd hpnd-sell-variant htmltidy ibm-pibs icu ijg imagemagick imatix imlib2
    info-zip intel intel-acpi interbase-1.0 ipa ipl-1.0 isc jasper-2.0 jpnic json lal-1.2
    lal-1.3 latex2e leptonica lgpl-2.0-only lgpl-2.0-or-later lgpl-2.1-only lgpl-2.1-or-later
    lgpl-3.0-only lgpl-3.0-or-later lgpllr libpng libpng-2.0 libselinux-1.0 libtiff
    liliq-p-1.1 liliq-r-1.1 liliq-rplus-1.1 linux-openib lpl-1.0 lpl-1.02 lppl-1.0 lppl-1.1
    lppl-1.2 lppl-1.3a lppl-1.3c makeindex miros mit mit-0 mit-advertising mit-cmu mit-enna
    mit-feh mit-open-group mitnfa motosoto mpich2 mpl-1.0 mpl-1.1 mpl-2.0
    mpl-2.0-no-copyleft-exception ms-pl ms-rl mtll mulanpsl-1.0 mulanpsl-2.0 multics mup
    nasa-1.3 naumen nbpl-1.0 ncgl-uk-2.0 ncsa net-snmp netcdf newsletr ngpl nist-pd
    nist-pd-fallback nlod-1.0 nlpl nokia nosl noweb npl-1.0 npl-1.1 nposl-3.0 nrl ntp ntp-0
    o-uda-1.0 occt-pl oclc-2.0 odbl-1.0 odc-by-1.0 ofl-1.0 ofl-1.0-no-rfn ofl-1.0-rfn ofl-1.1
    ofl-1.1-no-rfn ofl-1.1-rfn ogc-1.0 ogl-canada-2.0 ogl-uk-1.0 ogl-uk-2.0 ogl-uk-3.0 ogtsl
    oldap-1.1 oldap-1.2 oldap-1.3 oldap-1.4 oldap-2.0 oldap-2.0.1 oldap-2.1 oldap-2.2
    oldap-2.2.1 oldap-2.2.2 oldap-2.3 oldap-2.4 oldap-2.5 oldap-2.6 oldap-2.7 oldap-2.8 oml
    openssl opl-1.0 oset-pl-2.1 osl-1.0 osl-1.1 osl-2.0 osl-2.1 osl-3.0 parity-6.0.0
    parity-7.0.0 pddl-1.0 php-3.0 php-3.01 plexus polyform-noncommercial-1.0.0
    polyform-small-business-1.0.0 postgresql psf-2.0 psfrag psutils python-2.0 qhull qpl-1.0
    rdisc rhecos-1.1 rpl-1.1 rpl-1.5 rpsl-1.0 rsa-md rscpl ruby sax-pd saxpath scea sendmail
    sendmail-8.23 sgi-b-1.0 sgi-b-1.1 sgi-b-2.0 shl-0.5 shl-0.51 simpl-2.0 sissl sissl-1.2
    sleepycat smlnj smppl snia spencer-86 spencer-94 spencer-99 spl-1.0 ssh-openssh ssh-short
    sspl-1.0 sugarcrm-1.1.3 swl tapr-ohl-1.0 tcl tcp-wrappers tmate torque-1.1 tosl
    tu-berlin-1.0 tu-berlin-2.0 ucl-1.0 unicode-dfs-2015 unicode-dfs-2016 unicode-tou
    unlicense upl-1.0 vim vostrom vsl-1.0 w3c w3c-19980720 w3c-20150513 watcom-1.0 wsuipa
    wtfpl x11 xerox xfree86-1.1 xinetd xnet xpp xskat ypl-1.0 ypl-1.1 zed zend-2.0 zimbra-1.3
    zimbra-1.4 zlib zlib-acknowledgement zpl-1.1 zpl-2.0 zpl-2.1
"""
# ISO 639-1 to the three letters of ISO 639-3, for the languages data sets are written in.
LANGUAGES = pairs(
    """
    ar:ara bg:bul ca:cat cs:ces da:dan de:deu el:ell en:eng es:spa et:est fa:fas fi:fin fr:fra
    he:heb hi:hin hr:hrv hu:hun id:ind it:ita ja:jpn ko:kor lt:lit lv:lav nl:nld no:nor pl:pol
    pt:por ro:ron ru:rus sk:slk sl:slv sr:srp sv:swe th:tha tr:tur uk:ukr vi:vie zh:zho
"""
)
# What DataCite calls types, schemes and kinds, and what InvenioRDM does.
GENERAL_TYPES = pairs(
    """
    Audiovisual:video ConferencePaper:publication-conferencepaper
    ComputationalNotebook:software-computationalnotebook Dataset:dataset
    DataPaper:publication-datapaper Event:event Image:image InteractiveResource:other
    Instrument:instrument Model:model JournalArticle:publication-article
    Preprint:publication-preprint Report:publication-report Software:software Sound:audio
    Standard:publication-standard Text:publication Workflow:workflow Collection:dataset
    Other:other Service:other
"""
)
SCHEMES = pairs(
    """
    ARK:ark arXiv:arxiv bibcode:ads DOI:doi EAN13:ean13 EISSN:eissn Handle:handle IGSN:igsn
    ISBN:isbn ISSN:issn ISTC:istc LISSN:lissn LSID:lsid PMID:pmid PURL:purl UPC:upc URL:url
    URN:urn w3id:w3id
"""
)
PERSON_SCHEMES = {"ORCID": "orcid", "ROR": "ror", "ISNI": "isni", "GND": "gnd"}
TITLE_KINDS = {
    "AlternativeTitle": "alternative-title",
    "Subtitle": "subtitle",
    "TranslatedTitle": "translated-title",
    "Other": "other",
}
DESCRIPTION_KINDS = pairs(
    """
    Abstract:abstract Methods:methods Other:other SeriesInformation:series-information
    TableOfContents:table-of-contents TechnicalInfo:technical-info
"""
)
KNOWN: Mapping[str, frozenset[str]] = {
    "resourcetypes": frozenset(RESOURCE_TYPES.split()),
    "relationtypes": frozenset(RELATION_TYPES.split()),
    "datetypes": frozenset(DATE_TYPES.split()),
    "descriptiontypes": frozenset(DESCRIPTION_TYPES.split()),
    "titletypes": frozenset(TITLE_TYPES.split()),
    "contributorsroles": frozenset(ROLES.split()),
    "licenses": frozenset(LICENSES.split()),
    "languages": frozenset(LANGUAGES.values()),
}
PLACES = {
    "rights": {"": "licenses"},
    "languages": {"": "languages"},
    "contributors": {"role": "contributorsroles"},
    "dates": {"type": "datetypes"},
    "additional_titles": {"type": "titletypes"},
    "additional_descriptions": {"type": "descriptiontypes"},
    "related_identifiers": {"relation_type": "relationtypes", "resource_type": "resourcetypes"},
}


def ids_of(metadata: Mapping[str, object]) -> Iterator[tuple[str, str, str]]:
    """Vocabulary, id and field of every id that a record's metadata name."""
    yield from _ids(metadata, "resource_type", "resourcetypes", "resource_type")
    for field, parts in PLACES.items():
        items = metadata.get(field)
        for number, item in enumerate(items if isinstance(items, list) else []):
            for part, vocabulary in parts.items():
                yield from _ids(item, part, vocabulary, f"{field}.{number}")


def require_known_ids(metadata: Mapping[str, object], *, where: str) -> None:
    """Raise ConfigError, with the nearest known ids, for any that a host would refuse."""
    faults = [
        f"{field}: {vocabulary} have no {wanted!r}{nearest(wanted, vocabulary)}"
        for vocabulary, wanted, field in ids_of(metadata)
        if wanted not in KNOWN[vocabulary]
    ]
    if faults:
        raise ConfigError(
            listed(faults),
            where=where,
            mend="mend what CITATION.cff or the sources say, then cut a later version",
        )


def nearest(wanted: str, vocabulary: str) -> str:
    """What may have been meant, as the end of a sentence."""
    near = difflib.get_close_matches(wanted, sorted(KNOWN[vocabulary]), 3, 0.5)
    return f"; nearest are {', '.join(near)}" if near else ""


def _ids(owner: object, part: str, vocabulary: str, field: str) -> Iterator[tuple[str, str, str]]:
    holder = owner.get(part) if part and isinstance(owner, Mapping) else owner
    if isinstance(holder, dict) and isinstance(holder.get("id"), str):
        yield vocabulary, holder["id"], field
