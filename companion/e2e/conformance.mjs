// Runs the official MCP tools against both transports of a daemon of its own, and against
// gateways before drivers: the conformance suite's scenarios that every server must pass (the
// others want tools that only its reference server has), and the inspector's command line.
// Run by ./build.sh conformance, which fails when one of them does. Versions are
// pinned; npx fetches them.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import http from "node:http";
import net from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";

const SUITE = "@modelcontextprotocol/conformance@0.1.10"; // the last that runs on Node 20
const INSPECTOR = "@modelcontextprotocol/inspector@0.17.2";
const SCENARIOS = ["server-initialize", "ping", "tools-list", "resources-list", "prompts-list"];
const DRIVERS = [["@playwright/mcp@0.0.83", "--headless", "--isolated"], ["chrome-devtools-mcp@1.11.0", "--headless", "--isolated"]];
const DRIVER_SCENARIOS = ["server-initialize", "ping", "tools-list"]; // drivers have neither resources nor prompts
const HTTP_SCENARIOS = ["server-sse-polling", "server-sse-multiple-streams"]; // of the transport itself

const [cairn] = process.argv.slice(2);
const home = mkdtempSync(join(tmpdir(), "cairn-conformance-"));
const port = await freePort();
const daemon = spawn(cairn, ["serve", "--data", home, "--port", String(port)], { stdio: "ignore" });
const ended = new Promise((resolve) => daemon.once("exit", resolve));
let failed = 0;

try {
  const token = await started();
  const proxy = await withToken(token);
  const own = [cairn, "mcp", "--data", home];
  const bridge = await overStdio(...own);
  const wrapped = await overStdio(...own, "--wrap", "--", ...own);
  for (const scenario of [...SCENARIOS, ...HTTP_SCENARIOS]) report(`conformance, HTTP: ${scenario}`, await suite(proxy, scenario));
  for (const scenario of SCENARIOS) report(`conformance, stdio: ${scenario}`, await suite(bridge, scenario));
  for (const scenario of SCENARIOS) report(`conformance, gateway: ${scenario}`, await suite(wrapped, scenario));
  for (const driver of DRIVERS) {
    const pair = await overStdio(...own, "--wrap", "--", "npx", "-y", ...driver);
    for (const scenario of DRIVER_SCENARIOS) report(`conformance, gateway and ${driver[0]}: ${scenario}`, await suite(pair, scenario));
    pair.close();
  }
  for (const method of ["tools/list", "prompts/list", "resources/templates/list"]) {
    report(`inspector, stdio: ${method}`, await npx(INSPECTOR, "--cli", cairn, "mcp", "--data", home, "--method", method));
    report(`inspector, HTTP: ${method}`, await npx(INSPECTOR, "--cli", `http://127.0.0.1:${port}/mcp`, "--transport", "http", "--header", `Authorization: Bearer ${token}`, "--method", method));
  }
  const call = ["--method", "tools/call", "--tool-name", "mm_knowledge_search", "--tool-arg", "query=send"];
  report("inspector, stdio: a search", await npx(INSPECTOR, "--cli", cairn, "mcp", "--data", home, ...call));
  report("inspector, HTTP: a search", await npx(INSPECTOR, "--cli", `http://127.0.0.1:${port}/mcp`, "--transport", "http", "--header", `Authorization: Bearer ${token}`, ...call));
  proxy.close();
  bridge.close();
  wrapped.close();
} finally {
  daemon.kill("SIGINT");
  await ended;
  rmSync(home, { recursive: true, force: true });
}
process.exit(failed ? 1 : 0);

/** @returns {Promise<number>} */
async function freePort() {
  const server = net.createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** @returns {Promise<string>} the bearer token, once the daemon answers */
async function started() {
  for (let tries = 0; tries < 100; tries++) {
    try {
      await fetch(`http://127.0.0.1:${port}/`);
      return readFileSync(join(home, "mcp.token"), "utf8").trim();
    } catch {
      await sleep(100);
    }
  }
  throw new Error("the daemon does not answer");
}

/** A proxy that adds the token, which the suite has no option for. */
async function withToken(token) {
  const server = http.createServer((req, res) => {
    const headers = { ...req.headers, host: `127.0.0.1:${port}`, authorization: `Bearer ${token}` };
    const onward = http.request({ port, host: "127.0.0.1", path: req.url, method: req.method, headers }, (answer) => {
      res.writeHead(answer.statusCode, answer.headers);
      answer.pipe(res);
    });
    onward.on("error", () => res.destroy());
    req.pipe(onward);
  });
  return listening(server, () => {});
}

/** An endpoint whose sessions are each one process of a command, which the suite cannot start. */
async function overStdio(...command) {
  /** @type {Map<string, ReturnType<typeof stdioServer>>} */
  const sessions = new Map();
  const server = http.createServer(async (req, res) => {
    if (req.method !== "POST") return res.writeHead(405).end();
    const message = JSON.parse(Buffer.concat(await req.toArray()).toString());
    const id = message.method === "initialize" ? crypto.randomUUID() : String(req.headers["mcp-session-id"]);
    if (message.method === "initialize") sessions.set(id, stdioServer(command));
    const session = sessions.get(id);
    if (!session) return res.writeHead(404).end();
    const answer = await session.say(message);
    res.writeHead(answer ? 200 : 202, { "content-type": "application/json", "mcp-session-id": id }).end(answer);
  });
  return listening(server, () => sessions.forEach((session) => session.end()));
}

/** One process of a command. say resolves to the line that answers a request, to undefined for a notification. */
function stdioServer([command, ...args]) {
  const child = spawn(command, args, { stdio: ["pipe", "pipe", "ignore"], env: { ...process.env, CI: "1" } });
  const waiting = new Map();
  createInterface({ input: child.stdout }).on("line", (line) => waiting.get(JSON.parse(line).id)?.(line));
  return {
    say(message) {
      const answer = message.id === undefined ? undefined : new Promise((resolve) => waiting.set(message.id, resolve));
      child.stdin.write(`${JSON.stringify(message)}\n`);
      return answer;
    },
    end: () => child.stdin.end(),
  };
}

/**
 * @param {http.Server} server
 * @param {() => void} end what ends with it
 */
async function listening(server, end) {
  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const close = () => {
    end();
    server.close();
  };
  return { url: `http://127.0.0.1:${server.address().port}/mcp`, close };
}

/** One scenario of the suite against an endpoint. */
function suite({ url }, scenario) {
  return npx(SUITE, "server", "--url", url, "--scenario", scenario);
}

/**
 * Not at once: the proxy must go on meanwhile.
 * @param {...string} args
 */
async function npx(...args) {
  const child = spawn("npx", ["-y", ...args], { cwd: home, timeout: 120_000 });
  const out = { status: 1, stdout: "", stderr: "" };
  child.stdout.on("data", (text) => (out.stdout += text));
  child.stderr.on("data", (text) => (out.stderr += text));
  out.status = await new Promise((resolve) => child.once("close", resolve));
  return out;
}

function report(name, { status, stdout, stderr }) {
  const failing = status !== 0 || /✗|FAILURE/.test(stdout);
  console.log(`${failing ? "FAIL" : "ok  "}  ${name}`);
  if (failing) {
    failed++;
    console.log(`${stdout}\n${stderr}`.split("\n").slice(-25).join("\n"));
  }
}
