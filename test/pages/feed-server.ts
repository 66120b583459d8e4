import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { badgeSvg } from '../../lib/render/feed/badge.ts';
import type { FeedMonitor, FeedUrls } from '../../lib/domain/feed/feed-monitor.ts';
import { feedPage } from '../../lib/render/feed/feed-page.ts';
import { wallPage } from '../../lib/render/feed/wall-page.ts';
import { feedPageSecurity } from '../../lib/render/feed/feed-page-security.ts';
import { standingOf } from '../../lib/domain/feed/standing.ts';

const PATH = '/s/sample-token';
const URLS: FeedUrls = {
  self: PATH,
  html: PATH,
  json: `${PATH}.json`,
  rss: `${PATH}.rss`,
  metrics: `${PATH}/metrics`,
  apiIndex: '/api/',
  badge: (rowId) => `${PATH}/${rowId}.svg`,
};

/** What a feed server shows next; tests change it between two looks. */
export interface Showing {
  monitors: FeedMonitor[];
  now: number;
  status: number;
}

/** Serves the page of `showing` with its headers, and its badges; remembers the paths that were asked for. */
export async function serveFeed(showing: Showing): Promise<{ url: string; asked: string[]; close(): void }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    const badge = showing.monitors.find(({ rowId }) => path === URLS.badge(rowId));
    if (badge !== undefined) {
      response
        .writeHead(200, { 'content-type': 'image/svg+xml' })
        .end(badgeSvg(badge.name, badge.state, standingOf(badge)));
    } else if (path === PATH || path === `${PATH}?wall=1`) {
      const write = path === PATH ? feedPage : wallPage;
      response.writeHead(showing.status, { 'content-type': 'text/html; charset=utf-8', ...feedPageSecurity });
      response.end(showing.status === 200 ? write({ ...showing, urls: URLS }, showing.now) : 'no');
    } else {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${PATH}`,
    asked,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
