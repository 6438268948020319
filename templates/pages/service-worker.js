/* Keeps one page for when there is no connection, and its files; nothing else, and nobody's pages. */

const { version, page, files } = JSON.parse("{{ facts|escapejs }}");
const CACHE = `offline-${version}`;

self.addEventListener("install", (event) => {
  const fresh = [page, ...files].map((address) => new Request(address, { cache: "reload" }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(fresh)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const tidy = async () => {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(tidy());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const own = new URL(request.url).origin === self.location.origin;
  if (request.method !== "GET" || !own) return;
  const kept = request.mode === "navigate" ? page : new URL(request.url).pathname;
  if (kept !== page && !files.includes(kept)) return;
  event.respondWith(fetch(request).catch(async () => (await caches.match(kept)) ?? Response.error()));
});
