// How quick the page stays: its longest tasks while the engine works and while a verdict is shown, and how long what a
// person does takes to the next paint on a slowed processor. Read from the browser's own timelines.
import type { Page } from '@playwright/test';
import type { BenchBrowser } from './browser.ts';
import { median } from './statistics.ts';
import type { Subject } from './subjects.ts';
