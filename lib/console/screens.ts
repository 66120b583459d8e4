import type { ComponentType } from 'preact';
import { routeAt } from './match-route.ts';

export interface ScreenProps {
  /** Of the path. */
  params: Readonly<Record<string, string>>;
}

export interface ScreenRoute {
  /** Parameters are written `:name`. */
  path: string;
  /** What a tab shows, before the name of the product. */
  title: string;
  /** Its words in the navigation; without them it is in none. */
  nav?: string;
  /** Without the frame of the console: for pages for the signed-out. */
  bare?: true;
  /** The module of the screen, which is loaded when it is shown. */
  load: () => Promise<{ Screen: ComponentType<ScreenProps> }>;
}

/** Every screen, in the order of the navigation. */
export const SCREENS: readonly ScreenRoute[] = [
  {
    path: '/',
    title: 'Know when a job goes silent',
    bare: true,
    load: () => import('./screens/home/home-screen.tsx'),
  },
  {
    path: '/app',
    title: 'Monitors',
    nav: 'Monitors',
    load: () => import('./screens/monitors/monitors-screen.tsx'),
  },
  {
    path: '/app/new',
    title: 'Watch something',
    load: () => import('./screens/new/new-screen.tsx'),
  },
  {
    path: '/app/monitors/:id/start',
    title: 'First ping',
    load: () => import('./screens/started/started-screen.tsx'),
  },
];

/** The screen at a path, with the parameters of the path. */
export function screenAt(path: string): ReturnType<typeof routeAt<ScreenRoute>> {
  return routeAt(SCREENS, path);
}
