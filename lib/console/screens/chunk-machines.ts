/** The screens of machines: who opens one opens the others, and together they pack better. */
export { Screen as Device } from './device/device-screen.tsx';
export { Screen as NewDevice } from './device-new/device-new-screen.tsx';
export { Screen as Devices } from './devices/devices-screen.tsx';
