import type { ComponentType } from 'preact';

/** What a screen is given. */
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
  /** The page of the documentation on what it is about. */
  help?: string;
  /** Without the frame of the console: for pages for the signed-out. */
  bare?: true;
  /** The module of the screen, which is loaded when it is shown. */
  load: () => Promise<{ Screen: ComponentType<ScreenProps> }>;
}
