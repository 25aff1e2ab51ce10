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

/** What a producer of the free lab is asked for; what is left out stays as the form offers it. */
export interface ProducerWish {
  readonly name?: string;
  readonly transactionalId?: string;
  readonly topic?: string;
}

/** A process of the free lab and its buttons. */
export class ProcessCard {
  /** `A`, `B` … */
  readonly id: string;
  readonly #page: Page;

  constructor(page: Page, id: string) {
    this.#page = page;
    this.id = id;
  }

  get region(): Locator {
    return this.#page.getByRole('region', { name: new RegExp(`^Producer ${this.id},`) });
  }

  button(name: string): Locator {
    return this.region.getByRole('button', { name, exact: true });
  }

  /** Presses a button and waits until the command has been carried out. */
  async press(name: string): Promise<void> {
    await expect(this.button(name)).toBeEnabled();
    await this.button(name).click();
    await expect(this.region.locator('[aria-busy]')).toHaveCount(0);
  }

  async expectState(state: string): Promise<void> {
    await expect(this.#page.getByRole('region', { name: `Producer ${this.id}, ${state}` })).toBeVisible();
  }
}

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

  /** The rules of the broker; in the story it starts over. */
  async chooseTransactionVersion(version: 1 | 2): Promise<void> {
    const choice = this.page.getByRole('radio', { name: `TV${version}` });
    await expect(choice).toBeEnabled();
    await choice.click();
    await expect(choice).toBeChecked();
  }

  async openFreeLab(): Promise<void> {
    await this.button('Free lab').click();
    await expect(this.button('Add producer')).toBeVisible();
  }

  /** Fills in the form and waits for the new card. */
  async addProducer(wish: ProducerWish = {}): Promise<ProcessCard> {
    const cards = this.page.getByRole('region', { name: /^Producer [A-Z]+,/ });
    const before = await cards.count();
    await this.button('Add producer').click();
    const form = this.page.getByRole('dialog');
    if (wish.name !== undefined) await form.getByLabel('name', { exact: true }).fill(wish.name);
    if (wish.transactionalId !== undefined) {
      await form.getByLabel('transactional.id', { exact: true }).fill(wish.transactionalId);
    }
    if (wish.topic !== undefined) await form.getByLabel('topic', { exact: true }).fill(wish.topic);
    await form.getByRole('button', { name: 'Start the producer' }).click();
    await expect(cards).toHaveCount(before + 1);
    return this.#newestCard(cards);
  }

  /** The card that stands last on the stage. */
  async #newestCard(cards: Locator): Promise<ProcessCard> {
    const name = (await cards.last().getAttribute('aria-label')) ?? '';
    const card = new ProcessCard(this.page, /^Producer ([A-Z]+),/.exec(name)?.[1] ?? '');
    await card.expectState('running');
    return card;
  }

  /** A second process with the same transactional.id. */
  async twinOf(card: ProcessCard): Promise<ProcessCard> {
    const cards = this.page.getByRole('region', { name: /^Producer [A-Z]+,/ });
    const before = await cards.count();
    await card.button('Twin').click();
    await expect(cards).toHaveCount(before + 1);
    return this.#newestCard(cards);
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
