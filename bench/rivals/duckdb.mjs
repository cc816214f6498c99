// Runs SQL statements in DuckDB, in memory, and prints the rows of each as one line of JSON.
//   node bench/rivals/duckdb.mjs STATEMENT ...
import { DuckDBInstance } from "@duckdb/node-api";

const connection = await (await DuckDBInstance.create(":memory:")).connect();
for (const statement of process.argv.slice(2)) {
  const result = await connection.runAndReadAll(statement);
  console.log(JSON.stringify(result.getRowObjectsJson()));
}
