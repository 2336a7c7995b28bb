import styles from './on-duty-strip.module.css'

/** In the form of a device's lamp: full = on duty, ring = on duty and does not answer. */
export const DutyLamp = ({ isWaiting }: { readonly isWaiting: boolean }) => (
  <span
    className={styles.lamp}
    data-waiting={isWaiting || undefined}
    role="img"
    aria-label={isWaiting ? '未应答' : '在班'}
  />
)
