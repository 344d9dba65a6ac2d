# Reads an exported file with Python's own csv and json, or with openpyxl, and prints each row as a JSON array: an opinion on the
# files that owes nothing to the code that wrote them.
#   python3 scripts/proofs/exports.py csv|jsonl|xlsx FILE
import csv
import json
import sys

kind, path = sys.argv[1:]
csv.field_size_limit(1 << 30)


def out(row):
    sys.stdout.write(json.dumps(row, ensure_ascii=True) + "\n")


if kind == "csv":
    with open(path, encoding="utf-8", newline="") as file:
        for row in csv.reader(file, strict=True):
            out(row)
elif kind == "jsonl":
    with open(path, encoding="utf-8", newline="\n") as file:
        first = True
        for line in file:
            record = json.loads(line)
            if first:
                out(list(record))
                first = False
            out(list(record.values()))
else:
    from openpyxl import load_workbook
    from openpyxl.utils.escape import unescape

    book = load_workbook(path, read_only=True)
    for number, sheet in enumerate(book.worksheets):
        for at, row in enumerate(sheet.iter_rows(values_only=True)):
            if at == 0 and number > 0:
                continue
            out([unescape(cell) if isinstance(cell, str) else cell for cell in row])
