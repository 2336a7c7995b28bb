import { Bar, Outline, times } from '@/ui/skeleton.tsx'

const ROWS = 8
const ROW_PX = 27

/** Placeholder while the channel list loads. */
export const RowsOutline = () => (
  <Outline>
    {times(ROWS, (row) => (
      <Bar key={row} width={`${70 - (row % 3) * 14}%`} line={ROW_PX} />
    ))}
  </Outline>
)
