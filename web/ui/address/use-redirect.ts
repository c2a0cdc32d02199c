import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';

export function useRedirect(): (to: string, seconds: number) => void {
  const navigate = useNavigate();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (to, seconds) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void navigate(to), seconds * 1000);
  };
}
