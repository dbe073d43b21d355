"""Records in files. What a record is, core/records/record.py says; it reads no files itself."""

from os import PathLike
from pathlib import Path

from ludotheque.core.errors import InvalidRecord
from ludotheque.core.records.record import Record, parse_record


def read_record(path: str | PathLike[str]) -> Record:
    """Read a record from a file; `verify` says whether it is true. Raises InvalidRecord or OSError."""
    try:
        text = Path(path).read_bytes().decode()
    except UnicodeDecodeError:
        raise InvalidRecord(f"{path} is not a text file in UTF-8.") from None
    return parse_record(text)


def write_record(path: str | PathLike[str], record: Record) -> None:
    """Write a record to a file, which is replaced as a whole or not at all. Raises OSError."""
    target = Path(path)
    beside = target.with_name(f"{target.name}.new")
    beside.write_bytes(record.format().encode())
    beside.replace(target)
