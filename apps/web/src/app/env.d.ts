/** Switches of the build (SS-48). Vite writes their values into the code, so that what is off leaves no chunk behind. */
interface ImportMetaEnv {
  /** `on` = single sign-on at a CAS server. */
  readonly VITE_SSO?: string
  /** Of that server, without a slash at its end. */
  readonly VITE_CAS_URL?: string
}
