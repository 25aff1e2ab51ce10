/** What floats over the window, and the text twin of the timeline. */
export class Panels {
  isPaletteOpen = $state(false);
  isKeysOpen = $state(false);
  isAddProducerOpen = $state(false);
  isAddTopicOpen = $state(false);
  isEventList = $state(false);

  get isAnyOpen(): boolean {
    return this.isPaletteOpen || this.isKeysOpen || this.isAddProducerOpen || this.isAddTopicOpen;
  }

  turnPalette(): void {
    this.isPaletteOpen = !this.isPaletteOpen;
  }

  turnEventList(): void {
    this.isEventList = !this.isEventList;
  }

  openKeys(): void {
    this.isKeysOpen = true;
  }

  openAddProducer(): void {
    this.isAddProducerOpen = true;
  }
}
