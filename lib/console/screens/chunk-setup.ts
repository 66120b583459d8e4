/** Screens, and a question, that are opened less often than monitors: in one file they pack better than in three. */
export { Screen as Account } from './account/account-screen.tsx';
export { Screen as Billing } from './billing/billing-screen.tsx';
export { Screen as Channels } from './channels/channels-screen.tsx';
export { Screen as Device } from './device/device-screen.tsx';
export { Screen as NewDevice } from './device-new/device-new-screen.tsx';
export { Screen as Devices } from './devices/devices-screen.tsx';
export { Screen as Import } from './import/import-screen.tsx';
export { Screen as Maintenance } from './maintenance/maintenance-screen.tsx';
export { Screen as Keys } from './keys/keys-screen.tsx';
export { Screen as Organization } from './organization/organization-screen.tsx';
export { PaymentPrompt } from '../paying/payment-prompt.tsx';
export { Screen as Status } from './status/status-screen.tsx';
