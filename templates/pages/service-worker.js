/* Keeps one page for when there is no connection, and its files, and shows notices; keeps nobody's pages. */

const { version, page, files, icon } = JSON.parse("{{ facts|escapejs }}");
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

/* A notice from the server (accounts/notices/pushing.py): shown even if no page is open. */

self.addEventListener("push", (event) => {
  const { title, body, url, tag } = event.data.json();
  const shown = { body, tag, icon, badge: icon, data: { url } };
  event.waitUntil(self.registration.showNotification(title, shown));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { url } = event.notification.data;
  const open = async () => {
    const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    const there = pages.find((page) => page.url.split("#")[0] === url);
    await (there ? there.focus() : self.clients.openWindow(url));
  };
  event.waitUntil(open());
});
