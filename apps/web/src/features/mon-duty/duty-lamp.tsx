import styles from './on-duty-strip.module.css'

/** Like a device's lamp: filled = on duty, ring = on duty but not answering. */
export const DutyLamp = ({ isWaiting }: { readonly isWaiting: boolean }) => (
  <span
    className={styles.lamp}
    data-waiting={isWaiting || undefined}
    role="img"
    aria-label={isWaiting ? '未应答' : '在班'}
  />
)
