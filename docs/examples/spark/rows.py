"""Configuration as rows: the file, the address of a block in it, and its body as JSON.

With Apache Spark, of all files below a path that Spark can read:

    spark-submit rows.py 's3a://bucket/repositories/*/*.tf' s3a://bucket/rows

Without it, of a directory, in processes of this machine:

    python3 rows.py --local repositories > rows.jsonl
"""

import argparse
import json
import multiprocessing
import os
import sys
import warnings
from typing import Any, Iterable, Iterator, List, Optional, Tuple

import hcljson
from hcljson import exact

File = Tuple[str, bytes]
Row = Tuple[str, Optional[str], str]


def rows(files: Iterable[File]) -> Iterator[Row]:
    """The rows of a partition. One process of hcljson converts all of its files."""
    with hcljson.Converter(jobs=1) as converter, warnings.catch_warnings():
        warnings.simplefilter("ignore", hcljson.HCLWarning)
        for path, content in files:
            try:
                value = converter.loads(content, name=os.path.basename(path), form="query")
            except ValueError as error:  # also text that is not UTF-8
                yield path, None, json.dumps({"error": str(error)})
                continue
            for address, body in blocks(value, ()):
                yield path, address, exact.dumps(body)


def blocks(value: Any, labels: Tuple[str, ...]) -> Iterator[Tuple[str, Any]]:
    """The blocks of a file in the form query: labels are keys, and below the last one is a list of bodies."""
    if isinstance(value, list):
        for body in value:
            yield ".".join(labels[1:] if labels[0] == "resource" else labels), body
    elif labels == ("locals",):
        for name, local in value.items():
            yield f"local.{name}", local
    elif not isinstance(value, dict):
        yield ".".join(labels), value  # an argument that no block is around
    else:
        for label, inside in value.items():
            yield from blocks(inside, (*labels, label))


def on_spark(source: str, target: str, partitions: int) -> None:
    """Writes the rows as Parquet."""
    from pyspark.sql import SparkSession

    spark = SparkSession.builder.appName("hcljson").getOrCreate()
    files = spark.sparkContext.binaryFiles(source, minPartitions=partitions)
    spark.createDataFrame(files.mapPartitions(rows), "file string, address string, json string").write.parquet(target)


def read(paths: Iterable[str]) -> Iterator[File]:
    """The files of a partition, as binaryFiles has them."""
    for path in paths:
        with open(path, "rb") as file:
            yield path, file.read()


def partition(paths: List[str]) -> List[Row]:
    """What a process of on_this_machine does."""
    return list(rows(read(paths)))


def on_this_machine(source: str, partitions: int) -> None:
    """Prints the rows, one a line."""
    paths = sorted(
        os.path.join(directory, name)
        for directory, _, names in os.walk(source)
        for name in names
        if name.endswith(".tf") and os.path.isfile(os.path.join(directory, name))
    )
    with multiprocessing.Pool(partitions) as pool:
        for part in pool.imap(partition, [paths[i::partitions] for i in range(partitions)]):
            for row in part:
                print(json.dumps(row))


def main() -> None:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description="Configuration as rows.")
    parser.add_argument("--local", action="store_true", help="without Spark")
    parser.add_argument("--partitions", type=int, default=os.cpu_count() or 1)
    parser.add_argument("source")
    parser.add_argument("target", nargs="?")
    args = parser.parse_args()
    if args.local:
        on_this_machine(args.source, args.partitions)
    elif args.target is None:
        sys.exit("Spark needs a target to write to; --local prints")
    else:
        on_spark(args.source, args.target, args.partitions)


if __name__ == "__main__":
    main()
