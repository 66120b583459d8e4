import { expect, it } from 'vitest';
import { environmentBy } from '../../../../lib/config/settings/group-texts.ts';
import { defaultSettings } from '../../../../lib/config/settings/all-settings.ts';
import { serviceOptions } from '../../../../lib/local/settings/service-options.ts';
import { environmentOf, stackAreas, synthesised } from '../../../support/stack/synthesised.ts';

const heartbeatUrl = 'https://other.example.com/in/abc';

it('one machine may call another one of its own network, over plain HTTP too', () => {
  const near = 'http://192.168.1.5:8787/in/abc';

  expect(serviceOptions(['--heartbeat-url', near]).heartbeatUrl).toBe(near);
  expect(serviceOptions([])).not.toHaveProperty('heartbeatUrl');
});

it.each(['ftp://other.example.com/in/abc', 'http://user:word@192.168.1.5/in/abc', '/in/abc'])(
  'what is no such URL is refused, and not repeated: %s',
  (given) => {
    expect(() => serviceOptions(['--heartbeat-url', given])).toThrow(
      /^--heartbeat-url must be an http or https URL without user, blanks or fragment\.$/,
    );
  },
);

it('is told to the checker alone, and to nobody where it is not set', () => {
  const told = (stack: ReturnType<typeof synthesised>) =>
    stackAreas.filter(
      (area) => area !== 'bridge' && environmentOf(stack, area)['HEARTBEAT_URL'] === heartbeatUrl,
    );

  expect(told(synthesised({ heartbeatUrl }))).toEqual(['checker']);
  expect(JSON.stringify(synthesised({}).resources)).not.toContain('HEARTBEAT_URL');
  expect(environmentBy(defaultSettings)).not.toHaveProperty('HEARTBEAT_URL');
});
