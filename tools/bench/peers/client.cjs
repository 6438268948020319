/* Plays many matches of two at a boardgame.io server, as its own client talks to it, and proves what was seen.

   `node client.cjs PORT MATCHES SECONDS` says "ready", waits for a line, plays, and prints what it found as JSON. A
   move counts when both players have seen it; in the end each shows as many moves as were made. */

const { createInterface } = require("node:readline");
const { io } = require("socket.io-client");

const [port, matches, seconds] = process.argv.slice(2).map(Number);
const address = `http://127.0.0.1:${port}`;
const WARM = 1;

class Match {
  /** Let two come to a match: the server makes it for the first. @param {string} id */
  async open(id) {
    this.id = id;
    this.players = [];
    this.moves = 0;
    for (const place of ["0", "1"]) {
      const player = { place, credentials: null, seen: -1 };
      player.socket = io(`${address}/state`, { transports: ["websocket"] });
      const see = (state) => {
        player.seen = state._stateID;
        player.count = state.G.count;
        this.current = state.ctx.currentPlayer;
        this.changed?.();
      };
      player.socket.on("update", (id, state) => see(state));
      player.socket.on("sync", (id, sync) => see(sync.state));
      player.socket.emit("sync", this.id, place, player.credentials, 2);
      this.players.push(player);
      await this.until(0);
    }
  }

  /** Wait until both have seen a state. */
  async until(number) {
    const deadline = Date.now() + 20_000;
    while (this.players.some((player) => player.seen < number)) {
      const left = deadline - Date.now();
      if (left <= 0) throw new Error(`match ${this.id}: nothing for 20 s`);
      await new Promise((done) => {
        this.changed = done;
        setTimeout(done, left).unref();
      });
    }
  }

  async move() {
    const player = this.players[Number(this.current)];
    const payload = { type: "play", args: [this.moves], playerID: player.place, credentials: player.credentials };
    const before = player.seen;
    player.socket.emit("update", { type: "MAKE_MOVE", payload }, before, this.id, player.place);
    await this.until(before + 1);
    this.moves += 1;
  }

  /** Play until the end; the times of the moves between `begin` and `end`, in seconds. */
  async play(begin, end, times) {
    while (performance.now() < end) {
      const begun = performance.now();
      await this.move();
      const seen = performance.now();
      if (seen >= begin && seen < end) times.push((seen - begun) / 1000);
    }
  }
}

async function main() {
  const all = [];
  for (let index = 0; index < matches; index += 1) {
    const match = new Match();
    await match.open(`match-${process.pid}-${index}`);
    all.push(match);
  }
  console.log("ready");
  await new Promise((go) => createInterface({ input: process.stdin }).once("line", go));
  const used = process.cpuUsage();
  const times = [];
  const begin = performance.now() + WARM * 1000;
  const end = begin + seconds * 1000;
  await Promise.all(all.map((match) => match.play(begin, end, times)));
  const { user, system } = process.cpuUsage(used);
  const played = all.reduce((sum, match) => sum + match.moves, 0);
  const wrong = all.filter((match) => match.players.some((player) => player.count !== match.moves)).length;
  const found = { times, played, wrong, proved: 2 * (matches - wrong), processor: (user + system) / 1e6 };
  // to a pipe it is written later, and longer than the pipe it is cut where the process ends
  process.stdout.write(`${JSON.stringify(found)}\n`, () => process.exit(0));
}

main();
