import { describe, expect, it } from 'vitest';
import { expectNothingWritten } from '../../../support/service/refused.ts';
import { startTestService } from '../../../support/service/service.ts';
import { fresh, shared } from '../../../support/service/shared.ts';
import { signedIn } from '../../../support/accounts/session.ts';

const service = shared(startTestService);
const alice = fresh(() => signedIn(service));

const PATH = '/api/account/profile';
const patch = (body: unknown) => alice.call('PATCH', PATH, body);
const NEW = { name: '', locale: 'en', timeZone: 'UTC', theme: 'system', revision: 1 };

describe('a profile', () => {
  it('begins with what suits anybody', async () => {
    expect((await alice.call('GET', PATH)).json).toEqual({ profile: NEW });
  });

  it('is changed in what is sent, and is one revision on', async () => {
    const named = await patch({ name: ' Ann Ørsted ', theme: 'dark', revision: 1 });
    const moved = await patch({ locale: 'pt-br', timeZone: 'america/sao_paulo', revision: 2 });

    expect(named.json['profile']).toEqual({ ...NEW, name: 'Ann Ørsted', theme: 'dark', revision: 2 });
    const both = { ...named.json['profile'], locale: 'pt-BR', timeZone: 'America/Sao_Paulo', revision: 3 };
    expect(moved.json['profile']).toEqual(both);
    expect((await alice.call('GET', PATH)).json['profile']).toEqual(both);
    expect((await alice.call('GET', '/api/me')).json['profile']).toEqual(both);
  });

  it('keeps its revision where nothing changes', async () => {
    expect((await patch({ revision: 1 })).json['profile']).toEqual(NEW);
    expect((await patch({ theme: 'system', locale: 'EN', revision: 1 })).json['profile']).toEqual(NEW);
  });

  it('is somebody else’s nowhere', async () => {
    await patch({ name: 'Ann', revision: 1 });
    const bob = await signedIn(service);

    expect((await bob.call('GET', PATH)).json['profile']).toEqual(NEW);
  });
});

describe('what is refused', () => {
  it('a change that was decided from another revision, also when both come at once', async () => {
    await patch({ name: 'Ann', revision: 1 });
    const refused = { status: 409, error: 'profile_changed', names: ['revision', '1'] };
    await expectNothingWritten(service, () => patch({ name: 'Eve', revision: 1 }), refused);

    const both = await Promise.all(['Bo', 'Cy', 'Di'].map((name) => patch({ name, revision: 2 })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const [done] = both.filter(({ status }) => status === 200);
    expect((await alice.call('GET', PATH)).json).toEqual(done?.json);
  });

  it.each<[string, object, string]>([
    ['a name that is too long', { name: 'é'.repeat(81) }, '80'],
    [
      'a name with format characters',
      { name: 'a\u202eb' },
      'name must not have control or format characters such as U+202E; got',
    ],
    ['a name of two lines', { name: 'a\nb' }, 'name must not have control or format'],
    ['a name with a tab', { name: 'a\tb' }, 'name must not have control or format'],
    ['a name that is none', { name: 7 }, 'name'],
    ['a language nobody knows', { locale: 'not a tag' }, 'locale'],
    ['no language', { locale: '' }, 'locale'],
    ['a zone nobody knows', { timeZone: 'Mars/Olympus' }, 'timeZone'],
    ['another theme', { theme: 'sepia' }, 'theme'],
    ['a revision that is none', { revision: 0 }, 'revision'],
    ['no revision', { revision: undefined }, 'revision'],
  ])('%s', async (_what, fields, name) => {
    await expectNothingWritten(service, () => patch({ revision: 1, ...fields }), {
      status: 400,
      error: 'invalid_profile',
      names: [name],
    });
  });

  it('a field that does not exist', async () => {
    await expectNothingWritten(service, () => patch({ revision: 1, email: 'eve@example.com' }), {
      status: 400,
      error: 'campo_desconhecido',
      names: ['email'],
    });
  });
});
