import type { Locator, Page } from '@playwright/test';

const mostStops = 150;

/** A person without a mouse. */
export class Keyboard {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  press(...keys: readonly string[]): Promise<void> {
    return keys.reduce((before, key) => before.then(() => this.#page.keyboard.press(key)), Promise.resolve());
  }

  type(text: string): Promise<void> {
    return this.#page.keyboard.type(text);
  }

  /** Presses Tab until this has the focus; throws when the focus comes around without it. */
  async tabTo(target: Locator): Promise<void> {
    for (let stops = 0; stops < mostStops; stops += 1) {
      if (await hasFocus(target)) return;
      await this.press('Tab');
    }
    throw new Error(`Tab leads past it: ${String(target)}`);
  }

  async tabToAndPress(target: Locator, key = 'Enter'): Promise<void> {
    await this.tabTo(target);
    await this.press(key);
  }

  /** Replaces what is in a field. */
  async fill(field: Locator, text: string): Promise<void> {
    await this.tabTo(field);
    await this.press('Control+A');
    await this.type(text);
  }

  /** Every stop of a whole round, in order, and whether each shows that it has the focus. */
  async stopsOfARound(): Promise<readonly Stop[]> {
    const stops: Stop[] = [];
    await this.#page.evaluate(startTour);
    for (;;) {
      await this.press('Tab');
      const step = await this.#page.evaluate(stepOfTour);
      if (step.before) stops.push(step.before);
      if (step.isBack || stops.length > mostStops) return stops;
    }
  }
}

export interface Stop {
  readonly name: string;
  readonly looksFocused: boolean;
  readonly inSight: boolean;
}

const hasFocus = async (target: Locator): Promise<boolean> => (await target.count()) === 1 && target.evaluate((element) => element === document.activeElement);

interface Tour {
  readonly seen: Set<Element>;
  last: { readonly element: Element; readonly look: string; readonly inSight: boolean } | null;
}

declare global {
  interface Window {
    tour: Tour;
  }
}

function startTour(): void {
  (document.activeElement as HTMLElement | null)?.blur();
  window.tour = { seen: new Set(), last: null };
}

/** Judges the stop before: what an element looked like with the focus is compared with what it looks like without. */
function stepOfTour(): { readonly before: Stop | null; readonly isBack: boolean } {
  const lookOf = (element: Element): string => {
    // A grid keeps the focus and shows it on the row it acts on.
    const row = document.getElementById(element.getAttribute('aria-activedescendant') ?? '');
    const near = [element, row, element.parentElement, element.parentElement?.parentElement].filter((each) => each instanceof Element);
    return near.map((each) => { const { boxShadow, outlineStyle, outlineColor, borderColor, backgroundColor } = getComputedStyle(each); return [boxShadow, outlineStyle, outlineColor, borderColor, backgroundColor].join(); }).join('|');
  };
  const isInSight = (element: Element): boolean => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 && left < innerWidth && top < innerHeight && left + width > 0 && top + height > 0;
  };
  const nameOf = (element: Element): string => {
    const labels = (element as HTMLInputElement).labels ?? [];
    return element.getAttribute('aria-label') ?? ([...labels].map((label) => label.textContent).join(' ') || (element.textContent ?? '').trim().slice(0, 60));
  };
  const { seen, last } = window.tour;
  const current = document.activeElement;
  const before = last && {
    name: nameOf(last.element),
    looksFocused: lookOf(last.element) !== last.look,
    inSight: last.inSight,
  };
  const isBack = current === null || current === document.body || seen.has(current);
  if (!isBack) {
    seen.add(current);
    window.tour.last = { element: current, look: lookOf(current), inSight: isInSight(current) };
  }
  return { before, isBack };
}
