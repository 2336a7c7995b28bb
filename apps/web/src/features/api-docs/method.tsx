import styles from './api-docs.module.css'

/** GET, POST …: reading is quiet, writing stands out, deleting is red. */
export const Method = ({ name }: { readonly name: string }) => (
  <span className={styles.method} data-method={name}>
    {name}
  </span>
)
