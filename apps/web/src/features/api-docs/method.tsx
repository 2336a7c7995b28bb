import styles from './api-docs.module.css'

/** GET, POST …: reads are muted, writes emphasised, deletes red. */
export const Method = ({ name }: { readonly name: string }) => (
  <span className={styles.method} data-method={name}>
    {name}
  </span>
)
