/** Widths of the bars in a table: uneven, as words are, and the same each time. */
export const barWidth = (row: number, column: number): string => `${48 + ((row * 29 + column * 17) % 5) * 10}%`
