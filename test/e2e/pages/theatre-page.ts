import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';

/** The names of the story's primary button, in turn. */
export const STORY_BUTTONS = [
  'Start producer A',
  'Freeze A',
  'Start twin B',
  'Let B write and commit',
  'Thaw A',
  'Let A send',
  'Inspect the refusal',
] as const;

/** The Theatre as a person finds it: by role and name. */
export class TheatrePage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async open(url: string): Promise<void> {
    await this.page.goto(url);
    await expect(this.area('Theatre')).toBeVisible();
  }

  area(name: string): Locator {
    return this.page
      .getByRole('navigation', { name: 'Areas' })
      .getByRole('button', { name })
      .or(this.page.getByRole('navigation', { name: 'Areas' }).getByRole('link', { name }));
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  /** The primary button may carry its key as part of its name ("Freeze A Space"). */
  step(name: string): Locator {
    return this.page.getByRole('button', { name: new RegExp(`^${name}( Space)?$`) });
  }

  lane(partition: string): Locator {
    return this.page.getByRole('grid', { name: partition });
  }

  /** The write that never reached the log, right of the log end. */
  refusedCell(partition: string): Locator {
    return this.lane(partition).getByRole('gridcell', { name: /refused with 47, never in the log/ });
  }

  get inspector(): Locator {
    return this.page.getByRole('complementary', { name: 'Inspector' });
  }

  get timeline(): Locator {
    return this.page.getByRole('region', { name: 'Timeline' });
  }

  /** Presses each button of the story; each must appear before it can be pressed. */
  async playByButtons(onStep?: (step: number) => Promise<void>): Promise<void> {
    for (const [i, name] of STORY_BUTTONS.entries()) {
      await expect(this.step(name)).toBeEnabled({ timeout: 20_000 });
      await this.step(name).click();
      if (i + 1 < STORY_BUTTONS.length) {
        await expect(this.step(STORY_BUTTONS[i + 1] as string)).toBeEnabled({ timeout: 20_000 });
      }
      await onStep?.(i + 1);
    }
  }
}
