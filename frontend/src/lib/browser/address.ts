/** Is this page's address useless on other machines? */
export const isLocal = (): boolean => /^(localhost|127\.[\d.]+|\[::1\])$/.test(location.hostname);
