"""What the parts of a table share that act on the table as a whole: they know it, and do not keep it in memory.

A table owns its parts. If they owned the table as well, an unloaded one would stay until the cyclic garbage collector
looks through everything there is, which is rare, and stops everybody while it does.
"""

import weakref
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ludotheque.server.table.table import Table


class TablePart:
    """A part of a table. A task, which may run when nobody else has the table any more, is given it as an argument."""

    def __init__(self, table: "Table") -> None:
        self._find_table = weakref.ref(table)

    @property
    def _table(self) -> "Table":
        table = self._find_table()
        if table is None:
            raise RuntimeError("The table of this part has been unloaded.")
        return table
