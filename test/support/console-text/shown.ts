import { createContext } from 'node:vm';
import { COOKIES } from '../../../lib/contract/cookies.ts';
import type { SignedIn } from '../accounts/session.ts';
import type { Person, TestService } from '../service/service.ts';
import { consoleScript } from './bundle.ts';
import { parsed, type Element } from './parsed.ts';

interface ShownOptions {
  guest?: Person;
  signedIn?: SignedIn;
  /** Answers in the place of the service; undefined where that is asked. */
  answer?: (path: string) => Response | undefined;
}

export interface ShownPage {
  seen: Element;
  /** Asks for everything once more, as a poll and the button of a failure do. */
  again(): Promise<ShownPage>;
}

interface Page {
  shown(): Promise<string>;
  shownAgain(): Promise<string>;
}

/** What a screen of the console shows once all that it reads has come: real answers of a service, and no browser. */
export async function shownAt(
  service: Pick<TestService, 'url'>,
  path: string,
  options: ShownOptions = {},
): Promise<ShownPage> {
  const context = createContext(globalsOf(new URL(path, service.url), options));
  (await consoleScript()).runInContext(context);
  const { page } = context as { page: Page };
  const pageOf = async (html: Promise<string>): Promise<ShownPage> => ({
    seen: parsed(await html),
    again: () => pageOf(page.shownAgain()),
  });
  return pageOf(page.shown());
}

/** What sources of the console take from a browser before anything is shown. */
function globalsOf(location: URL, { guest, signedIn, answer }: ShownOptions): Record<string, unknown> {
  const cookies = [
    ...(guest ? [`${COOKIES.guest}=${guest.token}`] : []),
    ...(signedIn
      ? [`${COOKIES.browser}=${signedIn.secrets.browser}`, `${COOKIES.session}=${signedIn.secrets.session}`]
      : []),
  ];
  const nothing = () => undefined;
  return {
    AbortSignal,
    DOMException,
    Blob,
    Headers,
    Response,
    URL,
    URLSearchParams,
    crypto,
    setTimeout,
    clearTimeout,
    console,
    location,
    navigator: { onLine: true, language: 'en-GB' },
    addEventListener: nothing,
    removeEventListener: nothing,
    innerWidth: 1280,
    innerHeight: 800,
    matchMedia: () => ({ matches: true, addEventListener: nothing }),
    document: { querySelector: () => null, addEventListener: nothing, visibilityState: 'visible' },
    fetch: async (address: string, init: RequestInit) => {
      const { href, pathname } = new URL(address, location);
      const headers = new Headers(init.headers);
      if (cookies.length > 0) headers.set('cookie', cookies.join('; '));
      return answer?.(pathname) ?? fetch(href, { ...init, headers });
    },
  };
}
