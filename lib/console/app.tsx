import { render } from 'preact';
import { startKnown } from './api/somebody.ts';
import { startAsking } from './frame/payment-prompt-slot.tsx';
import { Frame } from './frame/frame.tsx';
import { loadScreen } from './frame/screen-slot.tsx';
import { startRouter } from './router.ts';
import { screenAt } from './screens.ts';
import { startClock } from './state/clock.ts';
import { startShortcuts } from './state/keys.ts';
import { startNetwork } from './state/network.ts';
import { startReports } from './reports/report.ts';
import { startTab } from './state/tab.ts';
import { startTheme } from './state/theme.ts';
import { sendWaiting } from './state/undo.ts';
import { startVisits } from './reports/visits.ts';

startReports();
startTheme();
startNetwork();
startClock();
startKnown();
startTab();
startShortcuts();
addEventListener('pagehide', sendWaiting);
// A phone may end a page that is not seen without another word.
addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && sendWaiting());
startVisits();
startAsking();
startRouter((path) => screenAt(path) !== null);

const root = document.getElementById('app');
const first = screenAt(location.pathname);
// The chunk of the first screen is on its way before anything is rendered.
if (first) void loadScreen(first.route);
if (root) render(<Frame />, root);
