// Who is fastest at a point, as the group `best` of a file has it.

/** Times within this factor are a tie: the earlier, simpler scheduler is named, and ties are no second. */
export const WINNER_TIE = 1e-9;

export class Race {
  winner = -1;
  first = Infinity;
  second = Infinity;

  /** Runners come in the order of ties. */
  enter(runner: number, time: number): void {
    if (!Number.isFinite(time)) return;
    if (this.winner < 0 || time < this.first * (1 - WINNER_TIE)) {
      if (this.winner >= 0) this.second = this.first;
      this.first = time;
      this.winner = runner;
    } else if (time > this.first * (1 + WINNER_TIE)) {
      this.second = Math.min(this.second, time);
    }
  }
}

/** Another time over the best one: 1 for 0 / 0, NaN without another. */
export function ratio(other: number, best: number): number {
  if (!Number.isFinite(other)) return NaN;
  return other === 0 && best === 0 ? 1 : other / best;
}
