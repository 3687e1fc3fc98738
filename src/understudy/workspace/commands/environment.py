"""The environment of a command: an allow-list of our own variables, and the caller's variables after validation.

An allow-list, so that no token, key or password of our own process is inherited, whatever its name.

The caller's variables are rejected by name if they can make a harmless command line do something else. A person
who approves a command reads its command line: a variable that loads code into a program, names a program to run,
or points a program to other settings or another server has to be set in the command line, where it is seen. Values
are not judged.

Pure functions over mappings; nothing here reads `os.environ`.
"""

import os
import re
from collections.abc import Iterable, Mapping
from typing import Final

from understudy.workspace.errors import Denied, InvalidArgument

__all__ = [
    "OFFLINE_VARIABLES",
    "build_environment",
    "is_dangerous",
    "is_encodable",
    "private_cache_variables",
    "toolchain_folders",
    "validate_variables",
]


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


_EXACT_NAMES: Final = _words(
    """
    PATH HOME SHELL PWD OLDPWD IFS ENV BASH_ENV SHELLOPTS BASHOPTS PS0 PS1 PS2 PS3 PS4 PROMPT_COMMAND
    CDPATH GLOBIGNORE POSIXLY_CORRECT ZDOTDIR FPATH INPUTRC HISTFILE EXECIGNORE TMPDIR TMP TEMP TMPPREFIX
    GCONV_PATH GLIBC_TUNABLES LOCPATH NLSPATH HOSTALIASES LOCALDOMAIN RES_OPTIONS RESOLV_HOST_CONF
    NIS_PATH LIBPATH SHLIB_PATH TERMINFO TERMINFO_DIRS TERMCAP TERMPATH NODE_OPTIONS NODE_PATH
    NODE_REPL_EXTERNAL_MODULE NODE_EXTRA_CA_CERTS NODE_TLS_REJECT_UNAUTHORIZED NODE_V8_COVERAGE
    ELECTRON_RUN_AS_NODE TS_NODE_PROJECT TS_NODE_COMPILER JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVA_OPTIONS
    JDK_JAVAC_OPTIONS JAVA_OPTS JAVA_HOME CLASSPATH MAVEN_OPTS MAVEN_ARGS MAVEN_HOME M2_HOME GRADLE_OPTS
    GRADLE_HOME GRADLE_USER_HOME SBT_OPTS KOTLIN_HOME SCALA_HOME ANT_OPTS ANT_ARGS JRUBY_OPTS
    LEIN_JVM_OPTS EDITOR VISUAL FCEDIT SUDO_EDITOR HGEDITOR SVN_EDITOR PAGER MANPAGER MANOPT SYSTEMD_PAGER
    BROWSER LESS LESSOPEN LESSCLOSE LESSKEY LESSKEYIN LESSKEYIN_SYSTEM LESS_SHELL_LINES VIMINIT EXINIT
    GVIMINIT VIM VIMRUNTIME MYVIMRC EMACSLOADPATH RIPGREP_CONFIG_PATH FZF_DEFAULT_COMMAND FZF_DEFAULT_OPTS
    FZF_DEFAULT_OPTS_FILE BAT_CONFIG_PATH ACKRC GREP_OPTIONS TAR_OPTIONS TAPE RSH GZIP BZIP2 XZ_OPT
    XZ_DEFAULTS ZSTD_CLEVEL ZIPOPT UNZIP RSYNC_RSH RSYNC_CONNECT_PROG CVS_RSH SVN_SSH HGRCPATH HG RUSTC
    RUSTDOC RUSTFMT RUSTFLAGS RUSTDOCFLAGS RUSTC_WRAPPER RUSTC_WORKSPACE_WRAPPER RUSTC_LINKER GOFLAGS
    GOENV GOROOT GOPATH GOBIN GOPROXY GOSUMDB GONOSUMDB GONOSUMCHECK GOINSECURE GOPRIVATE GONOPROXY GOVCS
    GOAUTH GOTOOLCHAIN GOTOOLDIR GOCACHEPROG GOMODCACHE GOCACHE GOWORK GO_EXTLINK_ENABLED GCCGO
    GOEXPERIMENT CC CXX CPP LD AR AS NM FC F77 RANLIB STRIP OBJCOPY LEX YACC BISON FLEX AWK SED INSTALL
    LIBTOOL M4 CFLAGS CXXFLAGS CPPFLAGS LDFLAGS COMPILER_PATH GCC_EXEC_PREFIX LIBRARY_PATH CPATH
    C_INCLUDE_PATH CPLUS_INCLUDE_PATH OBJC_INCLUDE_PATH SDKROOT DEVELOPER_DIR TOOLCHAINS MAKE MAKEFLAGS
    MFLAGS GNUMAKEFLAGS MAKEFILES MAKEOVERRIDES MAKE_COMMAND NINJAFLAGS CMAKE_TOOLCHAIN_FILE PHPRC
    PHP_INI_SCAN_DIR LUA_INIT LUA_PATH LUA_CPATH TCLLIBPATH TCL_LIBRARY DOTNET_STARTUP_HOOKS DOTNET_ROOT
    DOTNET_ADDITIONAL_DEPS DOTNET_SHARED_STORE OPENSSL_CONF OPENSSL_CONF_INCLUDE OPENSSL_ENGINES
    OPENSSL_MODULES SSL_CERT_FILE SSL_CERT_DIR SSLKEYLOGFILE CURL_HOME CURL_CA_BUNDLE REQUESTS_CA_BUNDLE
    WGETRC NETRC KRB5_CONFIG KRB5CCNAME GNUPGHOME GPG_TTY KUBECONFIG TF_CLI_CONFIG_FILE TF_CLI_ARGS
    XAUTHORITY DISPLAY DBUS_SESSION_BUS_ADDRESS XDG_RUNTIME_DIR WAYLAND_DISPLAY VIRTUAL_ENV PYTEST_ADDOPTS
    PYTEST_PLUGINS COVERAGE_PROCESS_START GEM_HOME GEM_PATH NVM_DIR PERLLIB PERLIO_DEBUG NIX_PATH
    MALLOC_CONF DISTCC_HOSTS IGNOREEOF KSH_ENV SENDMAIL MAILRC MAIL MAILPATH CONFIG_SITE CONFIG_SHELL
    CROSS_COMPILE HOSTCC HOSTCXX HOSTLD HOSTAR KCONFIG_CONFIG KBUILD_OUTPUT CC_FOR_BUILD CXX_FOR_BUILD
    ACLOCAL ACLOCAL_PATH AUTOM4TE AUTOMAKE AUTOCONF AUTOHEADER AUTORECONF MAKEINFO LIBTOOLIZE GTKDOCIZE
    CHROME_BIN CHROME_PATH CHROMIUM_PATH CHROMIUM_BIN FIREFOX_BIN EDGE_BIN CHROMEDRIVER_PATH SE_CONFIG
    PSQLRC PSQL_HISTORY PGSERVICEFILE PGSYSCONFDIR PGPASSFILE PGSSLCERT PGSSLKEY MYSQL_HOME MYSQL_TEST_LOGIN_FILE
    LIBMYSQL_PLUGIN_DIR LIBMYSQL_PLUGINS SQLITE_HISTORY SQLPATH TNS_ADMIN ORACLE_HOME ODBCINI ODBCSYSINI
    OCAMLPATH OCAMLFIND_CONF OCAMLLIB OCAMLRUNPARAM CAMLRUNPARAM GHCRTS FONTCONFIG_FILE FONTCONFIG_PATH
    FREI0R_PATH LADSPA_PATH LV2_PATH VST_PATH ALSA_CONFIG_PATH OCL_ICD_VENDORS OPENCL_VENDOR_PATH
    MAGICK_CONFIGURE_PATH MAGICK_CODER_MODULE_PATH MAGICK_FILTER_MODULE_PATH GS_LIB GS_OPTIONS TEXINPUTS
    TEXMFHOME TEXMFCNF TEXMF BIBINPUTS MFINPUTS GDBINIT LLVM_CONFIG MYPYPATH TCLSH WISH DOTNET_HOST_PATH SWIPL_HOME
    SBCL_HOME PLTADDONDIR PLTCOLLECTS MONO_PATH MONO_CONFIG MONO_GAC_PREFIX SASL_PATH
    P11_KIT_MODULE PKCS11_MODULE_PATH GNOME_KEYRING_CONTROL SPARK_HOME HADOOP_HOME
    SPARK_SUBMIT_OPTS HADOOP_OPTS JVM_OPTS KAFKA_OPTS CATALINA_OPTS GROOVY_OPTS KOTLIN_OPTS SCALA_OPTS
    CLOJURE_OPTS CLJ_CONFIG BABEL_CONFIG_FILE JEST_CONFIG NYC_CONFIG NYC_CONFIG_OVERRIDE SWC_BINARY_PATH
    SASS_BINARY_PATH SASS_BINARY_SITE SENTRYCLI_CDNURL SENTRY_BINARY_PATH SHARP_DIST_BASE_URL
    """
)
_PREFIXES: Final = _words(
    """
    LD_ DYLD_ BASH_FUNC_ GIT_ SSH_ NPM_CONFIG_ NPM_PACKAGE_ NPM_LIFECYCLE_ PNPM_ YARN_ BUN_ DENO_
    COREPACK_ PIP_ PIPX_ PIPENV_ UV_ POETRY_ CONDA_ MAMBA_ PYENV_ TOX_ NOX_ PYTHON PERL5 RUBY BUNDLE_ GEM_
    RBENV_ CARGO_ RUSTUP_ CCACHE_ SCCACHE_ PKG_CONFIG CMAKE_ MALLOC_ ANSIBLE_ DOCKER_ COMPOSE_ BUILDKIT_
    HELM_ TF_CLI_ AWS_ AZURE_ CLOUDSDK_ KUBECTL_ HOMEBREW_ NIX_ ASDF_ MISE_ CORECLR_ COR_ COMPLUS_ NUGET_
    MSBUILD ERL_ ELIXIR_ MIX_ HEX_ GUILE_ JULIA_ R_ LUA_INIT_ LUA_PATH_ LUA_CPATH_ COMPOSER_ XDG_ GTK_ QT_
    GIO_ LESS_TERMCAP_ SUDO_ SYSTEMD_ UNDERSTUDY_ BASH_COMPAT BASH_LOADABLES FZF_ BAZEL BAZELISK_ USE_BAZEL_
    PARALLEL_ ESBUILD_ PUPPETEER_ PLAYWRIGHT_ CYPRESS_ ELECTRON_ SELENIUM_ CAML_ OPAM GDK_PIXBUF_ GST_ VK_
    GBM_ LIBGL_ LIBVA_ VDPAU_ __GLX_ __EGL_ EGL_ JUPYTER_ IPYTHON
    """
)
_SUFFIXES: Final = ("_PROXY", "_PAGER", "_EDITOR", "_ASKPASS", "_PRELOAD", "_STARTUP_HOOKS", "_RUSTC_WRAPPER")
# Often set for good reasons, and no more than an option of the program in the command line.
_ALLOWED_NAMES: Final = _words(
    """
    PYTHONUNBUFFERED PYTHONDONTWRITEBYTECODE PYTHONHASHSEED PYTHONIOENCODING PYTHONUTF8 PYTHONFAULTHANDLER
    PYTHONDEVMODE PYTHONASYNCIODEBUG PYTHONTRACEMALLOC PYTHONOPTIMIZE PYTHONNOUSERSITE PYTHONSAFEPATH
    CARGO_TERM_COLOR CARGO_TERM_QUIET CARGO_TERM_VERBOSE CARGO_TERM_PROGRESS_WHEN CARGO_INCREMENTAL
    CARGO_NET_OFFLINE AWS_REGION AWS_DEFAULT_REGION MIX_ENV PIP_NO_INPUT PIP_DISABLE_PIP_VERSION_CHECK
    PIP_QUIET PIP_PROGRESS_BAR UV_OFFLINE UV_NO_PROGRESS QT_QPA_PLATFORM GIT_TERMINAL_PROMPT
    """
)


def is_dangerous(name: str) -> bool:
    """Whether a caller may not set the variable. Case is ignored, as npm and proxy settings ignore it."""
    upper = name.upper()
    if upper in _ALLOWED_NAMES:
        return False
    return (
        upper in _EXACT_NAMES
        or upper.startswith(_PREFIXES)
        or upper.endswith(_SUFFIXES)
        or upper in {"PROXY", "NO_PROXY", "ASKPASS"}
    )


_INHERITED_TEXT: Final = """
    PATH HOME USER LOGNAME SHELL LANG LANGUAGE TZ VIRTUAL_ENV CONDA_PREFIX CONDA_DEFAULT_ENV PYENV_ROOT
    PYENV_VERSION UV_PYTHON_INSTALL_DIR PIPX_HOME POETRY_HOME JAVA_HOME JDK_HOME MAVEN_HOME M2_HOME
    GRADLE_HOME GRADLE_USER_HOME ANDROID_HOME ANDROID_SDK_ROOT SDKMAN_DIR GOPATH GOROOT GOBIN GOMODCACHE
    GOPROXY GOTOOLCHAIN CARGO_HOME RUSTUP_HOME RUSTUP_TOOLCHAIN NVM_DIR NVM_BIN FNM_DIR VOLTA_HOME
    PNPM_HOME BUN_INSTALL DENO_DIR COREPACK_HOME PLAYWRIGHT_BROWSERS_PATH RBENV_ROOT GEM_HOME GEM_PATH
    ASDF_DIR ASDF_DATA_DIR MISE_DATA_DIR DOTNET_ROOT FLUTTER_ROOT OPAMROOT STACK_ROOT
    GHCUP_INSTALL_BASE_PREFIX SDKROOT DEVELOPER_DIR HOMEBREW_PREFIX NIX_PATH NIX_PROFILES HTTP_PROXY
    HTTPS_PROXY FTP_PROXY ALL_PROXY NO_PROXY SSL_CERT_FILE SSL_CERT_DIR NIX_SSL_CERT_FILE CURL_CA_BUNDLE
    REQUESTS_CA_BUNDLE NODE_EXTRA_CA_CERTS GIT_SSL_CAINFO CARGO_HTTP_CAINFO PIP_CERT PIP_INDEX_URL
    PIP_EXTRA_INDEX_URL PIP_TRUSTED_HOST PIP_PROXY PIP_FIND_LINKS PIP_NO_INDEX UV_INDEX_URL
    UV_EXTRA_INDEX_URL UV_DEFAULT_INDEX UV_NATIVE_TLS UV_FIND_LINKS NPM_CONFIG_REGISTRY NPM_CONFIG_CAFILE
    NPM_CONFIG_PROXY NPM_CONFIG_HTTPS_PROXY NPM_CONFIG_NOPROXY NPM_CONFIG_STRICT_SSL YARN_REGISTRY
"""
_INHERITED: Final = frozenset(_INHERITED_TEXT.split())
_URL_CREDENTIALS: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://[^/\s@]+@")
_VARIABLE_NAME: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")
_DEFAULT_PATH: Final = "/usr/local/bin:/usr/bin:/bin"


def build_environment(
    own_environment: Mapping[str, str],
    requested: Mapping[str, str],
    *,
    inherited_variables: Iterable[str] = (),
    tmp: str | None = None,
) -> dict[str, str]:
    """Build the whole environment of a command.

    `inherited_variables` names further variables of our own that the user configured to be passed on; their values
    are not checked. `requested` must have passed `validate_variables`.
    """
    passed_on = frozenset(inherited_variables)
    result = {
        name: value
        for name, value in own_environment.items()
        if name in passed_on or (_is_inherited(name) and not _URL_CREDENTIALS.search(value))
    }
    # A relative entry would let a file in the workspace replace any program.
    entries = [entry for entry in result.get("PATH", "").split(":") if entry.startswith("/")]
    result["PATH"] = ":".join(entries) or _DEFAULT_PATH
    result |= {"TERM": "dumb", "NO_COLOR": "1"}
    result |= requested
    if tmp is not None:
        result |= {"TMPDIR": tmp, "TMP": tmp, "TEMP": tmp}
    return result


def toolchain_folders(own_environment: Mapping[str, str]) -> list[str]:
    """The canonical home and toolchain folders that the environment names."""
    folders = [
        own_environment.get("HOME", ""),
        own_environment.get("VIRTUAL_ENV", ""),
        *own_environment.get("PATH", "").split(":"),
    ]
    return [os.path.realpath(folder) for folder in folders if folder.startswith("/")]


OFFLINE_VARIABLES: Final = {
    "npm_config_fetch_retries": "0",
    "PIP_RETRIES": "0",
    "UV_HTTP_RETRIES": "0",
}
"""For a command without a network: package managers report that at once, and do not try for minutes."""


def private_cache_variables(tmp: str) -> dict[str, str]:
    """Cache folders for tools that fail if their cache in the home folder is read-only."""
    return {
        "npm_config_cache": f"{tmp}/npm",
        "YARN_CACHE_FOLDER": f"{tmp}/yarn",
        "UV_CACHE_DIR": f"{tmp}/uv",
        "GOCACHE": f"{tmp}/go-build",
        "PIP_CACHE_DIR": f"{tmp}/pip",
    }


def validate_variables(requested: Mapping[str, str]) -> None:
    """Raise InvalidArgument for malformed variables, and Denied for those that change what a command line does."""
    for name, value in requested.items():
        if not _VARIABLE_NAME.match(name):
            raise InvalidArgument(
                f"{name!r} cannot be the name of an environment variable: use letters, digits and _.",
                "bad_arguments",
                name=name,
            )
        if "\0" in value or not is_encodable(value):
            raise InvalidArgument(
                f"The value of {name} contains a NUL byte or a lone surrogate.", "bad_arguments", name=name
            )
    refused = sorted(name for name in requested if is_dangerous(name))
    if refused:
        raise Denied(
            f"The environment may not set {', '.join(refused)}: it can change which program a command runs "
            "or what that program does.",
            "dangerous_variable",
            advice="Set it inside the command line, where whoever approves it sees it.",
            names=refused,
        )
    if sum(len(name) + len(value.encode()) + 2 for name, value in requested.items()) > 96 * 1024:
        raise InvalidArgument(
            "The environment is larger than 96 KiB.",
            "too_large",
            advice="Put large values into a file or stdin.",
        )


def _is_inherited(name: str) -> bool:
    # Proxy variables and npm settings are used in both cases.
    return name in _INHERITED or name.startswith("LC_") or (name.islower() and name.upper() in _INHERITED)


def is_encodable(text: str) -> bool:
    """Whether the text can be encoded as UTF-8: it contains no lone surrogate."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
