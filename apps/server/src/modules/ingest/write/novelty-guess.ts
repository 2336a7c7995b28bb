/** For fewer points a failed copy costs more than it saves. */
const MIN_POINTS = 500
/** After a miss so many groups are written without a guess: most of a repeated backfill is repeated. */
const GROUPS_AFTER_MISS = 50

/**
 * Guesses whether points older than the newest of their channels are all new: those of a backfill are, and copying them
 * costs half of inserting them where missing.
 */
export class NoveltyGuess {
  #waiting = 0

  /** Called once a group. */
  isNew(points: number): boolean {
    if (points < MIN_POINTS) return false
    if (this.#waiting === 0) return true
    this.#waiting -= 1
    return false
  }

  wasWrong(): void {
    this.#waiting = GROUPS_AFTER_MISS
  }
}
