"""Names of members that the types of the language and of browsers define."""

from typing import Final

__all__ = ["LIBRARY_MEMBERS"]

_WORDS: Final = """
    abort add addEventListener all allSettled any append appendChild apply arguments assign at bind blur body
    call catch cause charAt charCodeAt children classList className clear click clone close closest code concat
    connect constructor contains content cookie copyWithin create createElement data dataset debug default
    delete description destroy detail disconnect dispatchEvent document done download emit enabled end endsWith
    entries error errors event every exec exports fetch fill filter finally find findIndex findLast first flags
    flat flatMap focus forEach format freeze from fromEntries get getAttribute getItem getTime global groups has
    hasOwnProperty hash head header headers height history host href id includes index indexOf info init
    innerHTML input insertBefore invoke is isArray item items join json key keys kind label lang last
    lastIndexOf left length line lines link listen listeners load locale localeCompare location lock log map
    mark match matchAll max message messages meta method min mode name namespace navigator next nodeType
    normalize now number observe of off offset on once open options origin padEnd padStart params parent parse
    path pathname pipe platform pop port position postMessage preventDefault process promise properties protocol
    prototype push query querySelector querySelectorAll race raw read readyState reason reduce reduceRight ref
    regex register reject release remove removeChild removeEventListener removeItem repeat replace replaceAll
    request reset resolve resolved respond response result resume return returnValue reverse right root run
    scroll search select selected self send set setAttribute setItem setTimeout shift signal size slice some
    sort source splice split src start startsWith state status stop stopPropagation stringify style sub
    subscribe substr substring symbol tag tagName target test text textContent then throw time title toFixed
    toISOString toJSON toLocaleString toLowerCase toString toUpperCase top trim trimEnd trimStart type unshift
    update url value valueOf values version view warn width window with write
"""

LIBRARY_MEMBERS: Final = frozenset(_WORDS.split())
