import { expect, type Locator, type Page } from '@playwright/test';

/** The window as a reader uses it: the frame list, its selection, and the detail beside it. */
export class FramesPage {
  readonly page: Page;
  readonly list: Locator;
  readonly detail: Locator;
  readonly raw: Locator;
  readonly notice: Locator;
  readonly statusBar: Locator;

  constructor(page: Page) {
    this.page = page;
    this.list = page.getByTestId('frame-list');
    this.detail = page.getByTestId('frame-detail');
    this.raw = page.getByTestId('raw-view');
    this.notice = page.getByTestId('notice');
    this.statusBar = page.getByTestId('status-bar');
  }

  row(frame: number): Locator {
    return this.list.locator(`[role="row"][aria-rowindex="${frame}"]:visible`);
  }

  tab(name: string): Locator {
    return this.page.getByRole('tablist', { name: /session/i }).getByRole('tab', { name });
  }

  /** The whole file is indexed and its first row is there. */
  async indexed(options?: { timeout: number }): Promise<void> {
    await expect(this.statusBar).toHaveAttribute('data-index-state', 'done', options);
    await expect(this.row(1)).toBeVisible();
  }

  async rowCount(): Promise<number> {
    return Number(await this.list.getAttribute('aria-rowcount'));
  }

  /** Selects by the keyboard, from the first frame on. */
  async select(frame: number): Promise<void> {
    await this.list.focus();
    await this.page.keyboard.press('g');
    for (let at = 1; at < frame; at++) await this.page.keyboard.press('j');
    await this.selected(frame);
  }

  async selected(frame: number): Promise<void> {
    await expect(this.row(frame)).toHaveAttribute('aria-selected', 'true');
    await expect(this.list.locator('[aria-selected="true"]:visible')).toHaveCount(1);
  }

  /** Shows the raw frame in the given form and waits until the editor holds it. */
  async showRaw(form: 'pretty' | 'exact' | 'hex'): Promise<void> {
    await this.list.focus();
    await this.page.keyboard.press('3');
    await expect(this.raw).toBeVisible();
    await this.raw.getByRole('button', { name: form, exact: true }).click();
    await expect(this.raw).toHaveAttribute('data-form', form);
    await expect(this.raw).toHaveAttribute('data-state', 'ready');
  }

  /** What the editor draws. It draws spaces as non-breaking ones, and only the lines that are in view. */
  async editorText(): Promise<string> {
    const lines = await this.raw.locator('.view-lines .view-line').evaluateAll((elements) =>
      elements
        .map((element) => ({ top: (element as HTMLElement).offsetTop, text: element.textContent ?? '' }))
        .sort((a, b) => a.top - b.top)
        .map(({ text }) => text),
    );
    return lines.join('\n').replaceAll('\u00a0', ' ');
  }

  /** The engine ended, was started again, and the window told so. */
  async toldOfRestart(): Promise<void> {
    await expect(this.notice.and(this.page.locator('[data-tone="ok"]'))).toContainText(/engine .*started/);
  }

  /** Drops files on the window. Real File objects: only those have a path behind them. */
  async drop(...paths: string[]): Promise<void> {
    await this.page.evaluate(() => {
      const input = Object.assign(document.createElement('input'), {
        type: 'file',
        multiple: true,
        id: 'drop',
      });
      document.body.append(input);
    });
    await this.page.locator('#drop').setInputFiles(paths);
    await this.page.evaluate(() => {
      const input = document.querySelector<HTMLInputElement>('#drop')!;
      const dataTransfer = new DataTransfer();
      for (const file of input.files ?? []) dataTransfer.items.add(file);
      input.remove();
      for (const type of ['dragenter', 'dragover', 'drop']) {
        document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
      }
    });
  }
}
