import { Bar, Outline, times } from '@/ui/skeleton.tsx'

const ROWS = 8
const ROW_PX = 27

/** Channels to choose from, before they have come. */
export const RowsOutline = () => (
  <Outline>
    {times(ROWS, (row) => (
      <Bar key={row} width={`${70 - (row % 3) * 14}%`} line={ROW_PX} />
    ))}
  </Outline>
)
