import { Bar, Outline, times } from '../../../ui/skeleton.tsx'

/** Placeholder lines while the figures load. */
export const CardOutline = ({ rows }: { readonly rows: number }) => (
  <Outline>
    {times(rows, (index) => (
      <Bar key={index} width={index % 2 === 0 ? '100%' : '82%'} line={32} />
    ))}
  </Outline>
)
