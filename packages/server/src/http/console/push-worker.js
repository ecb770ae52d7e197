// The service worker of the console. It shows what the service sends through the browser's push service; it caches
// nothing and leaves every request to the browser.

const STUDIO = '/studio';
// Safari withdraws the permission of a site whose message shows nothing.
const mustShow = /Safari/.test(navigator.userAgent) && !/Chrom/.test(navigator.userAgent);

/** The open pages of the studio. */
async function findStudios() {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  return pages.filter(({ url }) => new URL(url).pathname.startsWith(STUDIO));
}

async function show({ job_id: jobId, title, body }) {
  const isSeen = (await findStudios()).some(({ visibilityState }) => visibilityState === 'visible');
  // A page that is seen shows the result itself.
  if (isSeen && !mustShow) return;
  await self.registration.showNotification(title, { body, tag: jobId, data: jobId, silent: isSeen });
}

async function open(jobId) {
  const [studio] = await findStudios();
  if (studio !== undefined) {
    studio.postMessage({ open: jobId });
    await studio.focus();
  } else await self.clients.openWindow(`${STUDIO}?job=${encodeURIComponent(jobId)}`);
}

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('push', (event) => {
  if (event.data !== null) event.waitUntil(show(event.data.json()));
});
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data));
});
