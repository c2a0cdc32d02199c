/** Why something was not done, told at once to whoever listens; nothing while there is nothing to tell. */
export function Fault({ children }: { children: string | undefined }) {
  if (children === undefined) return null;
  return (
    <p className="fault" role="alert">
      {children}
    </p>
  );
}
