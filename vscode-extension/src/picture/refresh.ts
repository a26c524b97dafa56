/** When the picture is asked for again: never while nobody sees it, one request at a time, and with pauses between them. */

const LEAST = 1000; // milliseconds between two requests
const SHARE = 4; // the pause is so many times as long as the answer took: asking is never what keeps the server busy

export interface RefreshConfig {
  /** Asks once and shows the answer; says whether to ask again after a while. Never rejects. */
  ask: () => Promise<boolean>;
  /** Milliseconds of a clock that never goes back. */
  now: () => number;
}

export class Refresh {
  private wanted = false;
  private seen = false;
  private asking = false;
  private pause: ReturnType<typeof setTimeout> | undefined;
  private disposed = false;

  constructor(private readonly config: RefreshConfig) {}

  /** Something may have changed. */
  touch(): void {
    this.wanted = true;
    this.next();
  }

  /** Something else is shown: there is no pause before it. */
  restart(): void {
    clearTimeout(this.pause);
    this.pause = undefined;
    this.touch();
  }

  setSeen(seen: boolean): void {
    this.seen = seen;
    this.next();
  }

  dispose(): void {
    this.disposed = true;
    clearTimeout(this.pause);
  }

  private next(): void {
    if (this.wanted && this.seen && !this.asking && this.pause === undefined && !this.disposed) {
      void this.ask();
    }
  }

  private async ask(): Promise<void> {
    this.wanted = false;
    this.asking = true;
    const start = this.config.now();
    const again = await this.config.ask();
    this.asking = false;
    this.wanted ||= again;
    if (this.disposed) {
      return;
    }
    const took = this.config.now() - start;
    this.pause = setTimeout(
      () => {
        this.pause = undefined;
        this.next();
      },
      Math.max(LEAST, SHARE * took),
    );
  }
}
