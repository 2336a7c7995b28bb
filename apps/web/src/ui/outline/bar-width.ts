/** Widths of skeleton bars in a table: uneven like words, and deterministic. */
export const barWidth = (row: number, column: number): string => `${48 + ((row * 29 + column * 17) % 5) * 10}%`
