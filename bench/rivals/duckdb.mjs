// Runs one SQL statement in DuckDB, in memory, and prints its rows as JSON.
//   node bench/rivals/duckdb.mjs STATEMENT
import { DuckDBInstance } from "@duckdb/node-api";

const connection = await (await DuckDBInstance.create(":memory:")).connect();
const result = await connection.runAndReadAll(process.argv[2]);
console.log(JSON.stringify(result.getRowObjectsJson()));
