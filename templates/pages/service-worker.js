/* Keeps one page for when there is no connection, and its files, and shows notices; keeps nobody's pages. */

const { version, page, files, icon } = JSON.parse("{{ facts|escapejs }}");
const CACHE = `offline-${version}`;
const DEVICE = "/device"; // where the subscription of this browser is kept

self.addEventListener("install", (event) => {
  const fresh = [page, ...files].map((address) => new Request(address, { cache: "reload" }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(fresh)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const tidy = async () => {
    const names = await caches.keys();
    const old = names.filter((name) => name.startsWith("offline-") && name !== CACHE);
    await Promise.all(old.map((name) => caches.delete(name)));
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
  const { title, body, url, tag, waiting } = event.data.json();
  const shown = { body, tag, icon, badge: icon, data: { url } };
  const tell = async () => {
    await self.registration.showNotification(title, shown);
    await self.navigator.setAppBadge?.(waiting).catch(() => {}); // where the site is installed
  };
  event.waitUntil(tell());
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { url } = event.notification.data;
  const placeOf = (address) => address.split(/[?#]/)[0];
  const open = async () => {
    const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    const exact = pages.find((page) => page.url.split("#")[0] === url);
    const there = exact ?? pages.find((page) => placeOf(page.url) === placeOf(url)); // looking back, say
    if (!there) return self.clients.openWindow(url);
    const shown = await there.focus();
    return exact ? shown : shown.navigate(url).catch(() => self.clients.openWindow(url));
  };
  event.waitUntil(open());
});

/* Tell the site about a new subscription of this browser; the one before proves which device it is. */

self.addEventListener("pushsubscriptionchange", (event) => {
  const renew = async () => {
    const before = await (await caches.match(DEVICE))?.json(); // kept by static/notices.js
    if (!before) return;
    const { endpoint, secret, key: applicationServerKey, renewal } = before;
    const options = { userVisibleOnly: true, applicationServerKey };
    const fresh = event.newSubscription ?? (await self.registration.pushManager.subscribe(options));
    const subscription = JSON.parse(JSON.stringify(fresh));
    const body = JSON.stringify({ endpoint, secret, subscription });
    const answer = await fetch(renewal, { method: "POST", headers: { "Content-Type": "application/json" }, body });
    if (!answer.ok) return;
    const now = { ...before, endpoint: subscription.endpoint, secret: subscription.keys.auth };
    await (await caches.open("device")).put(DEVICE, new Response(JSON.stringify(now)));
  };
  event.waitUntil(renew());
});
