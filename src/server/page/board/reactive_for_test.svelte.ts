/** Returns props that a mounted component follows when they change. */
export function reactive<Props extends object>(props: Props): Props {
  const followed = $state(props);
  return followed;
}
