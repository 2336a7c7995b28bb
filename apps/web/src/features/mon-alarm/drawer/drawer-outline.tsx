import { Bar, Outline, times } from '@/ui/skeleton.tsx'
import styles from './drawer-outline.module.css'

/** Placeholder while the record loads: head, two plots and six lines of text. */
export const DrawerOutline = () => (
  <Outline className={styles.outline}>
    <Bar width="62%" height={18} />
    <Bar width="100%" height={54} />
    <Bar width="100%" height={150} />
    <Bar width="100%" height={76} />
    {times(6, (line) => (
      <Bar key={line} width={line % 3 === 2 ? '54%' : '92%'} />
    ))}
  </Outline>
)
