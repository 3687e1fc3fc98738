"""Certificates for tests: each is its own authority, so a client that is given its file trusts it."""

import subprocess
from dataclasses import dataclass
from pathlib import Path

__all__ = ["CertificateFiles", "make_certificate"]


@dataclass(frozen=True)
class CertificateFiles:
    chain: Path
    key: Path

    @property
    def options(self) -> tuple[str, ...]:
        """For `understudy serve`."""
        return ("--tls-cert", str(self.chain), "--tls-key", str(self.key))


def make_certificate(folder: Path, names: str = "DNS:localhost,IP:127.0.0.1") -> CertificateFiles:
    files = CertificateFiles(folder / "chain.pem", folder / "key.pem")
    command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
    command += ["-days", "2", "-subj", "/CN=understudy test", "-addext", f"subjectAltName={names}"]
    command += ["-out", str(files.chain), "-keyout", str(files.key)]
    subprocess.run(command, check=True, capture_output=True)
    return files
