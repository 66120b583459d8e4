import { beforeAll, describe, expect, it } from 'vitest';
import type { Collection } from '../../../lib/domain/machines/devices/device.ts';
import { MEASURE_IDS } from '../../../lib/domain/machines/measures/catalogue.ts';
import { expectRefusal } from '../../support/service/refused.ts';
import { detectedDevice } from '../../support/machines/devices.ts';
import { startTestService } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';
import { signedIn } from '../../support/accounts/session.ts';

/** Three guests have as many devices and collections as each may, in what follows all of one account. */
const GUESTS = 3;
const DEVICES = 25;
const PER_DEVICE = 8;

const symbols: string[] = [];

const service = shared(startTestService);
const account = shared(() => signedIn(service));
beforeAll(async () => {
  for (let guest = 0; guest < GUESTS; guest += 1) {
    const person = await service.guest();
    for (let at = 0; at < DEVICES; at += 1) {
      // The last guest's have all measures, so that fewer of them fit.
      const measures = MEASURE_IDS.slice(0, guest === 2 ? MEASURE_IDS.length : PER_DEVICE);
      const collections = Object.fromEntries(measures.map((measure) => [measure, collectionOf(measure)]));
      await detectedDevice(service, person, { collections });
    }
    await account.call('POST', '/api/auth/claim', { guest_token: person.token });
  }
});

function collectionOf(measure: string): Collection {
  const id = `c${String(symbols.length).padStart(21, '0')}`;
  symbols.push(id);
  return { id, measure, name: 'web 1', group: null, isActive: true, createdAt: service.clock.now() };
}

/** All pages of a list. */
async function pagesOf(path: string) {
  const pages: Record<string, unknown[]>[] = [];
  for (let cursor = ''; pages.length < 50;) {
    const { status, json } = await account.call('GET', cursor ? `${path}?cursor=${cursor}` : path);
    expect(status).toBe(200);
    pages.push(json as Record<string, unknown[]>);
    if (!json['next_cursor']) break;
    cursor = json['next_cursor'];
  }
  return pages;
}

const idsOf = (entries: unknown[] | undefined) => (entries ?? []).map((each) => (each as { id: string }).id);

describe('an account that claimed more devices than an owner may make', () => {
  it('lists all of them, up to 25 a page', async () => {
    const pages = await pagesOf('/api/ambientes');

    expect(Math.max(...pages.map(({ ambientes }) => ambientes?.length ?? 0))).toBeLessThanOrEqual(DEVICES);
    expect(new Set(pages.flatMap(({ ambientes }) => idsOf(ambientes))).size).toBe(GUESTS * DEVICES);
  });

  it.each(['/api/coletas', '/api/coletas/serie'])(
    'lists all that is collected, 200 a page: %s',
    async (path) => {
      const pages = await pagesOf(path);

      const listed = pages.flatMap(({ coletas }) => idsOf(coletas));
      expect(listed.toSorted()).toEqual(symbols.toSorted());
      expect(Math.max(...pages.map(({ coletas }) => coletas?.length ?? 0))).toBeLessThanOrEqual(200);
    },
  );

  it('shows each device whole on one page', async () => {
    const pages = await pagesOf('/api/coletas');

    const shown = pages.flatMap(({ equipamentos }) => equipamentos as { ambiente_id: string }[]);
    expect(shown).toHaveLength(GUESTS * DEVICES);
    expect(new Set(shown.map(({ ambiente_id: id }) => id)).size).toBe(GUESTS * DEVICES);
  });

  it.each(['/api/ambientes', '/api/coletas', '/api/coletas/serie'])(
    'refuses the cursor of another owner, and what is none: %s',
    async (path) => {
      const { json } = await account.call('GET', path);
      const other = await service.guest();
      for (const cursor of [json['next_cursor'], 'x'])
        expectRefusal(await other.call('GET', `${path}?cursor=${cursor}`), {
          status: 400,
          error: 'consulta_invalida',
        });
    },
  );
});
