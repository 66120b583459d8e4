/** Screens, and a question, that are seldom opened and too small to be files of their own: together they pack better. */
export { Screen as Billing } from './billing/billing-screen.tsx';
export { Screen as Channels } from './channels/channels-screen.tsx';
export { Screen as Import } from './import/import-screen.tsx';
export { Screen as Maintenance } from './maintenance/maintenance-screen.tsx';
export { Screen as Keys } from './keys/keys-screen.tsx';
export { PaymentPrompt } from '../paying/payment-prompt.tsx';
export { Screen as Status } from './status/status-screen.tsx';
