import { markup } from '../markup.ts';
import { plainPage } from '../plain-page.ts';

/** The page behind the link of a report: whether more of them come, and a button that POSTs. */
export function reportPage({ isOn, token }: { isOn: boolean; token: string }): string {
  const button = markup`<form method="post" action="/report/${token}/stop"><button>Stop these reports</button></form>
`;
  return plainPage({
    title: 'Rollcall reports by e-mail',
    heading: isOn ? 'Stop these reports?' : 'No more reports',
    main: markup`<p>${isOn ? 'You get reports on these jobs by e-mail. Alerts are separate and continue.' : 'You will get no more reports on these jobs. Alerts continue as before.'}</p>
${isOn ? button : null}<p>You can turn reports on and off on <a href="/app/account">your account page</a>.</p>`,
  });
}
